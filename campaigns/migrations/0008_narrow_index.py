from django.db import migrations

from campaigns.search.index import of_vendor


def narrow(apps, schema_editor):
    """In PostgreSQL the rows of the index become short; what stands in them stays."""
    if schema_editor.connection.vendor != "postgresql":
        return
    table, short, *over_it = of_vendor("postgresql").create
    anew = (
        "CREATE TEMPORARY TABLE campaigns_kept AS SELECT document, terms FROM campaigns_search",
        *(
            "DROP FUNCTION IF EXISTS campaigns_found(tsquery)",
            "DROP FUNCTION IF EXISTS campaigns_found(tsquery, bigint)",
            "DROP TABLE campaigns_search",
        ),
        *(table, short),
        "INSERT INTO campaigns_search (document, terms) SELECT document, terms FROM campaigns_kept ORDER BY document",
        *over_it,
        "DROP TABLE campaigns_kept",
    )
    for statement in anew:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_unanswered")]

    operations = [migrations.RunPython(narrow, migrations.RunPython.noop)]
