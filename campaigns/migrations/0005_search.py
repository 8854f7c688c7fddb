import django.db.models.deletion
from django.db import migrations, models

from campaigns.search.index import of_vendor


def create(apps, schema_editor):
    for statement in of_vendor(schema_editor.connection.vendor).create:
        schema_editor.execute(statement, params=None)


def remove(apps, schema_editor):
    for statement in of_vendor(schema_editor.connection.vendor).remove:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0004_early_readers")]

    operations = [
        migrations.CreateModel(
            name="Findable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=12)),
                ("key", models.CharField(max_length=60)),
                ("title", models.CharField(max_length=200)),
                ("link", models.CharField(max_length=200)),
                ("parts", models.JSONField()),
                ("at", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "kind", "key"), name="findable_once"),
                ],
            },
        ),
        migrations.RunPython(create, remove),
    ]
