"""The header leads to every place of a war, and to the people only who looks after them."""

import re

from tests.campaigns.table import client_of


def nav(seat, page: str = "") -> list[tuple[str, bool]]:
    html = client_of(seat.user).get(f"/c/{seat.campaign.code}/{page}").text
    links = re.findall(
        r'<a href="([^"]+)"( aria-current="page")?>', html[html.index("desk-nav") : html.index("</nav>")]
    )
    return [(address.removeprefix(f"/c/{seat.campaign.code}/"), bool(here)) for address, here in links]


def test_every_place_of_the_header_opens(table):
    client = client_of(table.gm.user)
    addresses = [address for address, _ in nav(table.gm)]
    assert len(addresses) == 12
    assert {client.get(f"/c/{table.code}/{address}").status_code for address in addresses} == {200}


def test_the_page_that_is_open_is_marked(table):
    assert ("sheets/", True) in nav(table.alice, "sheets/")
    assert [here for _, here in nav(table.alice, "sheets/")].count(True) == 1


def test_only_who_runs_the_table_is_led_to_the_people(table):
    assert "people/" in dict(nav(table.assistant))
    assert "people/" not in dict(nav(table.alice))
