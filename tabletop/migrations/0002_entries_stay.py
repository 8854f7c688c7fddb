"""I-3: the database itself refuses to change or delete an entry."""

from django.db import migrations

SQLITE = [
    (
        "CREATE TRIGGER entry_never_changed BEFORE UPDATE ON tabletop_entry "
        "BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END",
        "DROP TRIGGER entry_never_changed",
    ),
    (
        "CREATE TRIGGER entry_never_deleted BEFORE DELETE ON tabletop_entry "
        "BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END",
        "DROP TRIGGER entry_never_deleted",
    ),
]
POSTGRESQL = [
    (
        "CREATE FUNCTION entry_stays() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'an entry is never changed or deleted'; END $$",
        "DROP FUNCTION entry_stays()",
    ),
    (
        "CREATE TRIGGER entry_stays BEFORE UPDATE OR DELETE ON tabletop_entry "
        "FOR EACH ROW EXECUTE FUNCTION entry_stays()",
        "DROP TRIGGER entry_stays ON tabletop_entry",
    ),
]


def forwards(apps, schema_editor):
    for create, _ in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(create, params=None)


def backwards(apps, schema_editor):
    for _, drop in reversed({"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]):
        schema_editor.execute(drop, params=None)


class Migration(migrations.Migration):
    dependencies = [("tabletop", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
