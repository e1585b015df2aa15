"""Makes the tables and fills them with the data set on standard input."""
import json
import sys

import django

django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from service.models import Snippet  # noqa: E402

call_command("migrate", verbosity=0)
call_command("migrate", run_syncdb=True, verbosity=0)  # the app without migrations, whose tables refer to the others
data = json.load(sys.stdin)

with transaction.atomic():
    for name in data["Groups"] or []:
        Group.objects.create(name=name)
    for account in data["Users"]:
        user = User(username=account["Name"], email=account["Email"], is_staff=account["Admin"])
        if account["Password"]:
            user.set_password(account["Password"])
        else:
            user.set_unusable_password()
        user.save()
        user.groups.set(account["Groups"] or [])
    alice = User.objects.get(username="alice")
    # Unlike save, bulk_create does not highlight again.
    Snippet.objects.bulk_create(
        Snippet(title=s["Title"], code=s["Code"], owner=alice, highlighted=s["Highlighted"])
        for s in data["Snippets"] or []
    )
