"""Runs the permission class of fyle-qbo-api that verifies webhooks, without Django."""

import json
import os.path
import sys
import types
from email.message import Message

call = json.load(sys.stdin)


def stand_in(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module


settings = types.SimpleNamespace(QBO_WEBHOOK_TOKEN=call["token"])
for package in ("cryptography", "django", "django.contrib", "django.core", "apps", "apps.workspaces"):
    stand_in(package)
stand_in("cryptography.fernet", Fernet=None)
stand_in("django.conf", settings=settings)
stand_in("django.contrib.auth", get_user_model=lambda: object)
stand_in("django.core.cache", cache=None)
permissions = types.SimpleNamespace(BasePermission=object)
stand_in("rest_framework", permissions=permissions)
stand_in("apps.workspaces.models", Workspace=None)

path = os.path.join(sys.argv[1], "apps/workspaces/permissions.py")
namespace = {"__name__": "permissions"}
with open(path) as source:
    exec(compile(source.read(), path, "exec"), namespace)

# Like Django's headers, those of a message are found without regard to case.
headers = Message()
for name, value in call["headers"].items():
    headers[name] = value
request = types.SimpleNamespace(headers=headers, body=call["body"].encode())
is_verified = namespace["IsAuthenticatedForQuickbooksWebhook"]().has_permission(request, None)
json.dump({"isVerified": is_verified}, sys.stdout)
