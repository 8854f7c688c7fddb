"""The database itself refuses to change or delete an entry of the ledger."""

from django.db import migrations

SQLITE = [
    (
        "CREATE TRIGGER ledger_entry_never_changed BEFORE UPDATE ON characters_ledgerentry "
        "BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never changed'); END",
        "DROP TRIGGER ledger_entry_never_changed",
    ),
    (
        "CREATE TRIGGER ledger_entry_never_deleted BEFORE DELETE ON characters_ledgerentry "
        "BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never deleted'); END",
        "DROP TRIGGER ledger_entry_never_deleted",
    ),
]
POSTGRESQL = [
    (
        "CREATE FUNCTION ledger_entry_stays() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'an entry of the ledger is never changed or deleted'; END $$",
        "DROP FUNCTION ledger_entry_stays()",
    ),
    (
        "CREATE TRIGGER ledger_entry_stays BEFORE UPDATE OR DELETE ON characters_ledgerentry "
        "FOR EACH ROW EXECUTE FUNCTION ledger_entry_stays()",
        "DROP TRIGGER ledger_entry_stays ON characters_ledgerentry",
    ),
]


def forwards(apps, schema_editor):
    for create, _ in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(create, params=None)


def backwards(apps, schema_editor):
    for _, drop in reversed({"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]):
        schema_editor.execute(drop, params=None)


class Migration(migrations.Migration):
    dependencies = [("characters", "0003_the_ledger_begins")]
    operations = [migrations.RunPython(forwards, backwards)]
