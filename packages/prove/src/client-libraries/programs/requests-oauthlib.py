"""Runs requests-oauthlib for the walk: reads one JSON call per line and writes one JSON result per line."""

import json
import os
import sys

from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the service of the tests has no certificate

base_url = os.environ["BASE_URL"]
company = f"{base_url}/v3/company/{os.environ['REALM_ID']}"
token_url = f"{base_url}/oauth2/v1/tokens"
credentials = HTTPBasicAuth(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
session = OAuth2Session(
    os.environ["CLIENT_ID"],
    redirect_uri=os.environ["REDIRECT_URI"],
    scope="com.intuit.quickbooks.accounting",
)
session.headers["Accept"] = "application/json"


def parse(response):
    response.raise_for_status()
    return response.json()


def post(entity, record, operation=None):
    response = session.post(f"{company}/{entity.lower()}", json=record, params={"operation": operation})
    return parse(response)[entity]


def select(query, entity):
    return parse(session.get(f"{company}/query", params={"query": query}))["QueryResponse"].get(entity, [])


def find(entity, field, value):
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return select(f"select * from {entity} where {field} = '{escaped}'", entity)


def pages(entity, size):
    records = []
    while True:
        page = select(f"select * from {entity} startposition {len(records) + 1} maxresults {size}", entity)
        records += page
        if len(page) < size:
            return records


def changes(entity, since):
    body = parse(session.get(f"{company}/cdc", params={"entities": entity, "changedSince": since}))
    return body["CDCResponse"][0]["QueryResponse"][0].get(entity, [])


def exchange(redirect):
    session.fetch_token(token_url, authorization_response=redirect, auth=credentials)


def refresh():
    session.refresh_token(token_url, refresh_token=session.token["refresh_token"], auth=credentials)


def revoke():
    token = {"token": session.token["refresh_token"]}
    session.post(f"{base_url}/oauth2/v1/revoke", data=token, auth=credentials, withhold_token=True).raise_for_status()


operations = {
    "authorizeUrl": lambda: session.authorization_url(f"{base_url}/oauth2/v1/authorize")[0],
    "exchange": exchange,
    "create": post,
    "read": lambda entity, record_id: parse(session.get(f"{company}/{entity.lower()}/{record_id}"))[entity],
    "sparseUpdate": lambda entity, record: post(entity, {**record, "sparse": True}),
    "fullUpdate": post,
    "query": find,
    "pages": pages,
    "batch": lambda items: parse(session.post(f"{company}/batch", json={"BatchItemRequest": items}))["BatchItemResponse"],
    "changes": changes,
    "void": lambda entity, record: post(entity, record, "void"),
    "delete": lambda entity, record: post(entity, record, "delete"),
    "report": lambda name: parse(session.get(f"{company}/reports/{name}"))["Header"],
    "refresh": refresh,
    "revoke": revoke,
}


def read_fault_code(error):
    try:
        return error.response.json()["Fault"]["Error"][0]["code"]
    except (AttributeError, KeyError, ValueError):
        return None


for line in sys.stdin:
    call = json.loads(line)
    try:
        reply = {"result": operations[call["operation"]](*call["parameters"])}
    except Exception as error:  # every error of the library reaches the walk
        reply = {"error": f"{type(error).__name__}: {error}", "code": read_fault_code(error)}
    print(json.dumps(reply), flush=True)
