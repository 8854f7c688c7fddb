"""Each form keeps a draft of its own: what is written on one device takes the place of nothing that another one kept."""

from typing import Any

from django.db import migrations, models


def join(apps, schema_editor):
    """One draft in each thread again: the newest, with the texts of the others below its own."""
    drafts = apps.get_model("campaigns", "Draft").objects
    first: dict[tuple[int, int], Any] = {}
    for one in drafts.order_by("-at", "-pk"):
        newest = first.setdefault((one.thread_id, one.seat_id), one)
        if newest is not one:
            newest.fields["text"] = f"{newest.fields.get('text', '')}\n\n{one.fields.get('text', '')}"
            drafts.filter(pk=newest.pk).update(fields=newest.fields)
            one.delete()
    if schema_editor and schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # else the table cannot be altered in this transaction


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0012_bare_pictures"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="draft",
            name="draft_once",
        ),
        migrations.RunPython(migrations.RunPython.noop, join),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.UniqueConstraint(fields=("thread", "seat", "arrival"), name="draft_of_a_form_once"),
        ),
    ]
