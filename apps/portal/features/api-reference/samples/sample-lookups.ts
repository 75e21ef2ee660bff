import { type ApiSample, listVariables, toVariable } from './api-sample.ts'

/** A variable's value: a field of the first record that a query finds. */
export interface RecordLookup {
  /** What follows `SELECT Id, Name FROM`: `Bill WHERE Balance > '0'`. */
  readonly from: string
  readonly field: string
}

/** Other records in samples. */
const otherRecords: Readonly<Record<string, RecordLookup>> = {
  OPEN_INVOICE_ID: { from: "Invoice WHERE Balance > '0'", field: 'Id' },
  INVOICE_CUSTOMER_ID: { from: "Invoice WHERE Balance > '0'", field: 'CustomerRef' },
  OPEN_CREDIT_ID: { from: "CreditMemo WHERE Balance > '0'", field: 'Id' },
  CREDIT_CUSTOMER_ID: { from: "CreditMemo WHERE Balance > '0'", field: 'CustomerRef' },
  OPEN_BILL_ID: { from: "Bill WHERE Balance > '0'", field: 'Id' },
  BILL_VENDOR_ID: { from: "Bill WHERE Balance > '0'", field: 'VendorRef' },
}

/** Entities with records that a sample cannot change. */
const changeableRecords: Readonly<Record<string, string>> = { Item: "Item WHERE Type = 'Service'" }

/** Returns the lookups for a sample's variables, by variable. */
export function findLookups(sample: ApiSample, entity: string): ReadonlyMap<string, RecordLookup> {
  const from = changeableRecords[entity] ?? entity
  const own: Readonly<Record<string, RecordLookup>> = {
    [`${toVariable(entity)}_ID`]: { from, field: 'Id' },
    SYNC_TOKEN: { from, field: 'SyncToken' },
  }
  return new Map(
    listVariables(sample).flatMap((variable) => {
      const lookup = otherRecords[variable] ?? own[variable]
      return lookup === undefined ? [] : [[variable, lookup] as const]
    }),
  )
}

/** Returns a looked-up value, or the ID of a looked-up reference. */
export function readLookup(record: Readonly<Record<string, unknown>>, { field }: RecordLookup): string | undefined {
  const found = record[field]
  const value = typeof found === 'object' && found !== null && 'value' in found ? found.value : found
  return typeof value === 'string' ? value : undefined
}

/** Lists of the control plane that have a variable's value, as the ID of their first entry. */
const adminLists: Readonly<Record<string, string>> = {
  ORG_ID: '/admin/v1/orgs',
  REALM_ID: '/admin/v1/realms?orgId=$ORG_ID',
  CLIENT_ID: '/admin/v1/clients?orgId=$ORG_ID',
  MEMBER_ID: '/admin/v1/orgs/$ORG_ID/members',
  INVITATION_ID: '/admin/v1/invitations?orgId=$ORG_ID',
  API_KEY_ID: '/admin/v1/api-keys?orgId=$ORG_ID',
  CONNECTION_ID: '/admin/v1/clients/$CLIENT_ID/connections',
  LOGGED_REQUEST_ID: '/admin/v1/realms/$REALM_ID/requests',
  SETUP_LINK_ID: '/admin/v1/realms/$REALM_ID/setup-links',
  CREDENTIAL_ID: '/admin/v1/realms/$REALM_ID/connector-credentials',
}

/** Where readers find a value that no request returns. */
const places: Readonly<Record<string, string>> = {
  BASE_URL: 'the address of this service',
  ACCESS_TOKEN: 'Home, “Create access token”',
  API_KEY: 'API keys, “Create API key”',
  CLIENT_SECRET: 'shown once, when the app is created',
  SESSION_COOKIE: 'the Cookie header of a browser that is signed in',
  REDIRECT_URI: 'one of the app’s redirect URIs',
  CODE: 'in the address after consent',
  REFRESH_TOKEN: 'in the response to the code',
  INVITATION_TOKEN: 'the end of the link in the email',
  REALM_ID: 'in the address of the company file’s page',
  TOKEN_ID: 'the company file’s page, “Agent”',
  SESSION_ID: 'in the response of “List sessions”',
}

const credentialVariables: Readonly<Record<ApiSample['credential'], readonly string[]>> = {
  'access-token': ['ACCESS_TOKEN'],
  'api-key': ['API_KEY'],
  session: ['SESSION_COOKIE'],
  client: ['CLIENT_ID', 'CLIENT_SECRET'],
  none: [],
}

/** Returns the list with a variable's value. An integration has no access to lists. */
function findList(variable: string, { credential }: ApiSample): string | undefined {
  return credential === 'access-token' ? undefined : adminLists[variable]
}

/** Returns the variables that a reader has to set, those that others need first. */
export function listUnsetVariables(sample: ApiSample): readonly string[] {
  const needed = new Set<string>()
  const add = (variable: string) => {
    const list = findList(variable, sample)
    for (const [, name = ''] of list?.matchAll(/\$([A-Z_]+)/g) ?? []) add(name)
    if (list !== undefined && sample.credential !== 'session') needed.add('API_KEY')
    needed.add(variable)
  }
  const texts = [...sample.origin.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name)
  for (const variable of [...texts, ...credentialVariables[sample.credential], ...listVariables(sample)]) add(variable)
  return [...needed]
}

/** Prints the shell commands that set a sample's variables, which samples in all languages read from the environment. */
export function formatSetup(sample: ApiSample, entity: string): string {
  const lookups = findLookups(sample, entity)
  return listUnsetVariables(sample)
    .map((variable) => {
      const lookup = lookups.get(variable)
      if (lookup !== undefined) return formatLookup(variable, lookup, sample)
      if (variable === 'CHANGED_SINCE') return 'export CHANGED_SINCE=$(date -u +%Y-%m-%dT00:00:00Z)'
      const list = findList(variable, sample)
      if (list !== undefined) return formatList(variable, list, sample)
      return `export ${variable}=…   # ${places[variable] ?? 'yours'}`
    })
    .join('\n')
}

function formatLookup(variable: string, { from, field }: RecordLookup, { origin, path }: ApiSample): string {
  const company = /^\/v3\/company\/[^/]+/.exec(path)?.[0] ?? ''
  const value = field.endsWith('Ref') ? `"${field}":{"value":"[^"]*"` : `"${field}":"[^"]*"`
  return [
    `export ${variable}=$(curl -sS "${origin}${company}/query" -H "Authorization: Bearer $ACCESS_TOKEN" --get \\`,
    `  --data-urlencode "query=SELECT * FROM ${from} MAXRESULTS 1" |`,
    `  grep -o '${value}' | head -n 1 | sed 's/.*:"\\(.*\\)"/\\1/')`,
  ].join('\n')
}

function formatList(variable: string, list: string, { origin, credential }: ApiSample): string {
  const header = credential === 'session' ? 'Cookie: $SESSION_COOKIE' : 'x-api-key: $API_KEY'
  return [
    `export ${variable}=$(curl -sS "${origin}${list}" -H "${header}" |`,
    `  grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)`,
  ].join('\n')
}
