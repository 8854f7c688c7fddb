from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0008_narrow_index")]

    operations = [
        migrations.RemoveIndex(model_name="owing", name="owing_open"),
        migrations.AddIndex(
            model_name="owing", index=models.Index(fields=["settled_at", "at"], name="owing_unsettled")
        ),
    ]
