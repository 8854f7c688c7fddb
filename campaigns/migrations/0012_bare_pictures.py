"""Pictures that were stored with what a camera writes into them lose it."""

from django.db import migrations

from campaigns.bare_pictures import bare


def strip(apps, schema_editor):
    pictures = apps.get_model("campaigns", "MapPicture").objects
    for pk in list(pictures.values_list("pk", flat=True)):
        before = bytes(pictures.values_list("data", flat=True).get(pk=pk))
        if (after := bare(before)) != before:
            pictures.filter(pk=pk).update(data=after)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0011_gaps_in_the_index"),
    ]

    operations = [
        migrations.RunPython(strip, migrations.RunPython.noop),
    ]
