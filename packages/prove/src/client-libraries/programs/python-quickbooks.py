"""Runs a checkout of python-quickbooks for the walk: reads one JSON call per line and writes one JSON result per line."""

import json
import os
import sys
from urllib.parse import parse_qs, urlparse

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the service of the tests has no certificate
sys.path.insert(0, os.environ["LIBRARY"])

from intuitlib.client import AuthClient
from intuitlib.enums import Scopes
from quickbooks import QuickBooks, objects
from quickbooks.batch import batch_create, batch_update
from quickbooks.cdc import change_data_capture
from quickbooks.exceptions import QuickbooksException
from quickbooks.objects.companycurrency import CompanyCurrency
from quickbooks.objects.exchangerate import ExchangeRate

base_url = os.environ["BASE_URL"]
QuickBooks.api_url_v3 = f"{base_url}/v3"

auth = AuthClient(
    os.environ["CLIENT_ID"],
    os.environ["CLIENT_SECRET"],
    os.environ["REDIRECT_URI"],
    f"{base_url}/.well-known/openid_configuration",
)
client = None
# The library exports two of its records elsewhere.
entities = {**vars(objects), "CompanyCurrency": CompanyCurrency, "ExchangeRate": ExchangeRate}
shown = (
    *("Id", "SyncToken", "DisplayName", "TotalAmt", "CurrencyRef", "ExchangeRate", "Balance", "HomeBalance"),
    *("UnappliedAmt", "Code", "Name", "Active", "SourceCurrencyCode", "TargetCurrencyCode", "Rate"),
)
# The records read, which are changed and sent back whole.
found = {}


def connect():
    global client
    client = QuickBooks(
        auth_client=auth, refresh_token=auth.refresh_token, company_id=os.environ["REALM_ID"], minorversion=75
    )


def exchange(redirect):
    auth.get_bearer_token(parse_qs(urlparse(redirect).query)["code"][0], realm_id=os.environ["REALM_ID"])
    connect()


def refresh():
    auth.refresh()
    connect()


def show(record):
    return {name: getattr(record, name) for name in shown if hasattr(record, name)}


def build(entity, record):
    return entities[entity].from_json(record)


def read(entity, record_id):
    found[record_id] = entities[entity].get(record_id, qb=client)
    return show(found[record_id])


def change(entity, record):
    changed = found[record["Id"]]
    for name in ("FamilyName", "Suffix", "PrivateNote"):
        if name in record:
            setattr(changed, name, record[name])
    return show(changed.save(qb=client))


def sparse_update(entity, record):
    read(entity, record["Id"])
    return change(entity, record)


def pages(entity, size):
    records = []
    while True:
        page = entities[entity].all(start_position=len(records) + 1, max_results=size, qb=client)
        records += [show(record) for record in page]
        if len(page) < size:
            return records


def batch(items):
    created = batch_create([build("Customer", items[0]["Customer"])], qb=client)
    stale = objects.Customer.get(items[1]["Customer"]["Id"], qb=client)
    stale.SyncToken = items[1]["Customer"]["SyncToken"]
    stale.GivenName = items[1]["Customer"]["GivenName"]
    updated = batch_update([stale], qb=client)
    errors = [{"code": error.code} for error in updated.faults[0].Error]
    return [{"Customer": show(created.successes[0])}, {"Fault": {"Error": errors}}]


def changes(entity, since):
    response = change_data_capture([entities[entity]], since, qb=client)
    return [show(record) for record in getattr(response, entity)._object_list]


def own_tests():
    """Runs the library's integration tests, and returns how many passed and why each of the others did not."""
    import contextlib
    import unittest

    from quickbooks.client import Environments

    Environments.SANDBOX = f"{base_url}/.well-known/openid_configuration"
    QuickBooks.sandbox_api_url_v3 = QuickBooks.api_url_v3
    os.environ["COMPANY_ID"] = os.environ["REALM_ID"]
    os.environ["REFRESH_TOKEN"] = auth.refresh_token
    refresh_once = AuthClient.refresh

    def refresh_and_keep(self, refresh_token=None):
        refresh_once(self, refresh_token=os.environ["REFRESH_TOKEN"])
        os.environ["REFRESH_TOKEN"] = self.refresh_token

    AuthClient.refresh = refresh_and_keep
    library = os.environ["LIBRARY"]
    suite = unittest.defaultTestLoader.discover(f"{library}/tests/integration", top_level_dir=library)
    result = unittest.TestResult()
    with contextlib.redirect_stdout(sys.stderr):  # the tests print, too
        suite.run(result)
    failed = [
        {"name": test.id().removeprefix("tests.integration."), "error": trace.strip().splitlines()[-1]}
        for test, trace in result.failures + result.errors
    ]
    return {"passed": result.testsRun - len(failed) - len(result.skipped), "failed": failed}


operations = {
    "ownTests": own_tests,
    "authorizeUrl": lambda: auth.get_authorization_url([Scopes.ACCOUNTING]),
    "exchange": exchange,
    "create": lambda entity, record: show(build(entity, record).save(qb=client)),
    "read": read,
    "sparseUpdate": sparse_update,
    "fullUpdate": change,
    "query": lambda entity, field, value: [
        show(record) for record in entities[entity].filter(**{field: value}, qb=client)
    ],
    "pages": pages,
    "batch": batch,
    "changes": changes,
    "void": lambda entity, record: build(entity, record).void(qb=client)[entity],
    "delete": lambda entity, record: build(entity, record).delete(qb=client)[entity],
    "report": lambda name: client.get_report(name)["Header"],
    "refresh": refresh,
    "revoke": auth.revoke,
}

for line in sys.stdin:
    call = json.loads(line)
    try:
        reply = {"result": operations[call["operation"]](*call["parameters"])}
    except Exception as error:  # every error of the library reaches the walk
        code = str(error.error_code) if isinstance(error, QuickbooksException) else None
        reply = {"error": f"{type(error).__name__}: {error}", "code": code}
    print(json.dumps(reply, default=vars), flush=True)
