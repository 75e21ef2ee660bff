import { requireRealmId } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { vi } from 'vitest'
import { variableQueries } from '../src/openapi/sample-records.ts'
import type { DocumentedOperation, Paths, RecordedResponse } from '../src/openapi/schemas/json-schema.ts'
import { type Credential, startAdmin, type TestAdmin } from './admin.fixture.ts'
import { basicAuth, parseHiddenFields, parseRedirect, postForm } from './oauth.fixture.ts'

/** The time at which responses are recorded. */
const recordedAt = new Date('2026-03-16T12:00:00Z')
const redirectUri = 'https://app.example/callback'

type Values = Record<string, string>

/** One request, with its variables' values. */
interface Sample {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly operation: DocumentedOperation
  readonly body: unknown
}

/** Sends every sample in the document to a server with the sample company, and returns the responses. */
export async function recordResponses(paths: Paths): Promise<Record<string, Record<string, RecordedResponse>>> {
  const admin = await startAdmin({
    clock: () => recordedAt,
    outgoing: { send: async () => ({ kind: 'response', status: 200, body: '', ms: 84 }) },
    config: { apiKeyRequestsPerMinute: 100_000, sandboxCallsPerDay: 100_000, restRequestsPerMinute: 100_000 },
  })
  const recorded: Record<string, Record<string, RecordedResponse>> = {}
  const record = async ({ operation, name }: Sample, response: Response) => {
    const body = await readBody(response)
    const responses = recorded[operation.operationId] ?? {}
    recorded[operation.operationId] = responses
    responses[name] = { status: response.status, ...(body !== undefined && { body: normalize(body) }) }
    return body
  }
  try {
    await recordDataPlane(admin, listSamples(paths, '/v3', '/entitlements'), record)
    for (const sample of listSamples(paths, '/oauth2')) await recordOAuth(admin, sample, record)
    const shared = await createShared(admin)
    for (const sample of listSamples(paths, '/admin')) await recordAdmin(admin, sample, shared, record)
  } finally {
    await admin.stop()
  }
  return Object.fromEntries(Object.entries(recorded).sort(([left], [right]) => (left < right ? -1 : 1)))
}

type RecordSample = (sample: Sample, response: Response) => Promise<unknown>

function listSamples(paths: Paths, ...prefixes: readonly string[]): Sample[] {
  return Object.entries(paths)
    .filter(([path]) => prefixes.some((prefix) => path.startsWith(prefix)))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const [content] = Object.values(operation.requestBody?.content ?? {})
        const bodies = Object.entries(content?.examples ?? { default: { value: undefined } })
        return bodies.map(([name, { value }]) => ({ method: method.toUpperCase(), path, name, operation, body: value }))
      }),
    )
}

/** Creates come first: reads and updates find their records. Department needs a setting. */
async function recordDataPlane(admin: TestAdmin, samples: readonly Sample[], record: RecordSample) {
  const { caller, orgId, sandboxRealmId } = await admin.organization('record@riverside.example')
  const key = await admin.createKey(caller, orgId)
  const { accessToken } = await connect(admin, orgId, sandboxRealmId)
  const values: Values = { REALM_ID: sandboxRealmId, CHANGED_SINCE: recordedAt.toISOString() }
  const send = (sample: Sample) =>
    admin.app.request(toUrl(sample, values), {
      method: sample.method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': getContentType(sample) },
      ...toBody(sample, values),
    })
  for (const [name, { query, path }] of Object.entries(variableQueries)) {
    const found = await findFirst(admin, accessToken, sandboxRealmId, query)
    values[name] = String(path.reduce<unknown>((at, field) => (at as Record<string, unknown>)?.[field], found))
  }
  const order = ({ name, operation }: Sample) =>
    (operation.tags[0] === 'Department' ? 10 : 0) +
    (name === 'create' ? 0 : operation.operationId.startsWith('read') ? 1 : 2)
  let hasDepartments = false
  for (const sample of [...samples].sort((left, right) => order(left) - order(right))) {
    const [tag = ''] = sample.operation.tags
    if (tag === 'Department' && !hasDepartments) {
      await admin.call(`PATCH /realms/${sandboxRealmId}/settings`, key, { departmentsFromClasses: true })
      hasDepartments = true
    }
    const variable = `${toVariable(tag)}_ID`
    if (/^[A-Z]/.test(tag) && values[variable] === undefined && sample.name !== 'create') {
      values[variable] = String((await findFirst(admin, accessToken, sandboxRealmId, `Id FROM ${tag}`))?.Id ?? '1')
    }
    values.ID = values[variable] ?? '1'
    values.SYNC_TOKEN = values[`${toVariable(tag)}_TOKEN`] ?? '0'
    const body = await record(sample, await send(sample))
    const created = (body as Record<string, { Id?: string; SyncToken?: string }>)[tag]
    if (created?.Id === undefined) continue
    values[variable] ??= created.Id
    values[`${toVariable(tag)}_TOKEN`] = created.SyncToken ?? '0'
  }
}

async function findFirst(admin: TestAdmin, token: string, realmId: string, query: string) {
  const address = `/v3/company/${realmId}/query?query=${encodeURIComponent(`SELECT ${query} MAXRESULTS 1`)}`
  const response = await admin.app.request(address, { headers: { authorization: `Bearer ${token}` } })
  const { QueryResponse } = (await response.json()) as { QueryResponse?: Record<string, unknown> }
  const [list] = Object.values(QueryResponse ?? {}).filter(Array.isArray)
  return list?.[0] as Record<string, unknown> | undefined
}

/** Creates a client with a connection to a realm. */
async function connect(admin: TestAdmin, orgId: string, realmId: string) {
  const clientSecret = mintSecret('svcs_')
  const accessToken = mintSecret('svcd_')
  const refreshToken = mintSecret('svcr_')
  const expiresAt = new Date(recordedAt.getTime() + 3_600_000)
  const client = await admin.database.oAuthClient.create({
    data: {
      id: `svcc_${hashSecret(accessToken).slice(0, 32)}`,
      orgId,
      name: 'Invoice Sync',
      redirectUris: [redirectUri],
      secretHash: hashSecret(clientSecret),
      createdAt: recordedAt,
    },
  })
  const connection = await admin.database.connection.create({
    data: {
      clientId: client.id,
      realmId,
      scope: 'com.intuit.quickbooks.accounting',
      createdAt: recordedAt,
      accessTokens: { create: { tokenHash: hashSecret(accessToken), expiresAt } },
    },
  })
  return { clientId: client.id, clientSecret, accessToken, refreshToken, connectionId: connection.id }
}

async function recordOAuth(admin: TestAdmin, sample: Sample, record: RecordSample) {
  const { orgId, sandboxRealmId: realmId, session } = await admin.organization(createEmail(sample))
  const { clientId, clientSecret } = await connect(admin, orgId, realmId)
  const values: Values = { CLIENT_ID: clientId, REDIRECT_URI: redirectUri, REALM_ID: realmId }
  const authorize = `/oauth2/v1/authorize?${new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, realm_id: realmId, state: 'anything' })}`
  if (sample.operation.operationId === 'authorize')
    return void (await record(sample, await admin.app.request(authorize, { headers: session })))
  const page = await admin.app.request(authorize, { headers: session })
  const form = { ...parseHiddenFields(await page.text()), decision: 'connect' }
  const consent = await admin.app.request('/oauth2/v1/authorize', {
    method: 'POST',
    headers: { ...session, cookie: `${session.cookie}; ${page.headers.get('set-cookie')?.split(';', 1)[0]}` },
    body: new URLSearchParams(form),
  })
  values.CODE = parseRedirect(consent).code ?? ''
  if (sample.name !== 'exchange') {
    const sent = { grant_type: 'authorization_code', code: values.CODE, redirect_uri: redirectUri }
    const client = { clientId, clientSecret, orgId, realmId }
    const tokens = await (await postForm(admin.app, '/oauth2/v1/tokens', sent, client)).json()
    values.REFRESH_TOKEN = (tokens as { refresh_token: string }).refresh_token
  }
  const response = await admin.app.request(sample.path, {
    method: sample.method,
    headers: { 'content-type': getContentType(sample), ...basicAuth({ clientId, clientSecret }) },
    ...toBody(sample, values),
  })
  await record(sample, response)
}

/** An organization with one resource per kind. */
interface Resources {
  readonly values: Values
  readonly sandboxRealmId: string
  readonly realmId: string
  readonly credentials: Readonly<Record<'key' | 'session' | 'guest' | 'member', Credential>>
}

async function createResources(admin: TestAdmin, name: string): Promise<Resources> {
  const { orgId, realmId, sandboxRealmId, session, caller } = await admin.organization(`${name}@riverside.example`)
  const guestAddress = `guest-${name}@riverside.example`
  const guest = await admin.person(guestAddress)
  const member = await admin.person(`member-${name}@riverside.example`, orgId)
  const membership = await admin.database.membership.findFirstOrThrow({ where: { userId: member.caller.userId } })
  const { connectionId, clientId, accessToken } = await connect(admin, orgId, sandboxRealmId)
  const post = async (route: string, body: object) => (await admin.call(`POST ${route}`, session, body)).body
  const { invitation } = await post('/invitations', { orgId, email: guestAddress, role: 'member' })
  const setupLink = await post(`/realms/${realmId}/setup-links`, {})
  await admin.call(`PUT /clients/${clientId}/webhook`, session, { url: 'https://app.example/webhook' })
  const { delivery } = await post(`/clients/${clientId}/webhook/test`, {})
  const invitationToken = mintSecret('svci_')
  const tokenHash = hashSecret(invitationToken)
  await admin.database.invitation.update({ where: { id: invitation.id }, data: { tokenHash } })
  return {
    realmId,
    sandboxRealmId,
    credentials: {
      key: await admin.createKey(caller, orgId),
      session,
      guest: guest.session,
      member: member.session,
    },
    values: {
      ORG_ID: orgId,
      MEMBER_ID: membership.id,
      INVITATION_ID: invitation.id,
      INVITATION_TOKEN: invitationToken,
      TOKEN_ID: (await post(`/realms/${realmId}/agent-tokens`, { label: 'Front desk' })).id,
      CREDENTIAL_ID: (await post(`/realms/${realmId}/connector-credentials`, { label: 'Front desk' })).id,
      CLIENT_ID: clientId,
      CONNECTION_ID: connectionId,
      DELIVERY_ID: delivery.id,
      SETUP_LINK_ID: setupLink.setupLink.id,
      SETUP_LINK: setupLink.url,
      ID: (await post('/api-keys', { orgId, name: 'Nightly export' })).id,
      ACCESS_TOKEN: accessToken,
    },
  }
}

/** Operations on the sandbox; all others with a realm are about the production realm. */
const onSandbox = /Sandbox|Proposal|listRequests|getRequest|Settings|Connections/

/** Sends a control plane sample. Every change has an organization to itself. */
async function recordAdmin(admin: TestAdmin, sample: Sample, shared: Resources, record: RecordSample) {
  const { operationId, security } = sample.operation
  const resources =
    sample.method === 'GET' ? shared : await createResources(admin, `${operationId}-${sample.name}`.toLowerCase())
  if (operationId === 'replayRequest') await logRequest(admin, resources)
  if (/Proposal/.test(operationId)) await propose(admin, resources)
  const { realmId, sandboxRealmId, credentials } = resources
  const values = { ...resources.values, REALM_ID: onSandbox.test(operationId) ? sandboxRealmId : realmId }
  if (operationId === 'createRealm') await admin.call(`DELETE /realms/${realmId}`, credentials.session)
  if (operationId === 'createSandbox') await admin.call(`DELETE /realms/${sandboxRealmId}`, credentials.session)
  const who = { acceptInvitation: 'guest', leaveOrganization: 'member' } as const
  const kind = who[operationId as keyof typeof who] ?? (security.some((each) => 'apiKey' in each) ? 'key' : 'session')
  const response = await admin.app.request(toUrl(sample, values), {
    method: sample.method,
    headers: { ...credentials[kind], 'content-type': 'application/json' },
    ...toBody(sample, values),
  })
  await record(sample, response)
}

/** Creates the organization shared by all reads, with a logged request. */
async function createShared(admin: TestAdmin): Promise<Resources> {
  const shared = await createResources(admin, 'reads')
  await logRequest(admin, shared)
  return shared
}

async function logRequest(admin: TestAdmin, { values, sandboxRealmId }: Resources) {
  await findFirst(admin, values.ACCESS_TOKEN ?? '', sandboxRealmId, 'Id FROM Customer')
  await admin.requestLog.flush()
  // Requests are counted apart from the log, some seconds later.
  await vi.waitUntil(() => admin.database.usageDay.findFirst({ where: { realmId: sandboxRealmId } }), {
    timeout: 60_000,
  })
  const logged = await admin.database.loggedRequest.findFirstOrThrow({ where: { realmId: sandboxRealmId } })
  values.LOGGED_REQUEST_ID = logged.id
}

/** Proposes a customer as an MCP host. */
async function propose({ proposals }: TestAdmin, { values, sandboxRealmId }: Resources) {
  const { ORG_ID: orgId = '', CLIENT_ID: clientId = '' } = values
  const host = { realmId: requireRealmId(sandboxRealmId), orgId, clientId, userId: 'user', hostName: 'Claude' }
  const record = { DisplayName: 'Ada Lind' }
  const result = await proposals.propose(host, { operation: 'create', entity: 'Customer', record })
  if (result.kind !== 'proposed') throw new Error(`The sample was not proposed: ${JSON.stringify(result)}`)
  values.PROPOSAL_ID = result.proposal.id
}

function createEmail({ operation, name }: Sample): string {
  return `${operation.operationId}-${name}@riverside.example`.toLowerCase()
}

function toUrl({ path, operation }: Sample, values: Values): string {
  const parameters = operation.parameters ?? []
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((each) => each.in === 'path' && each.name === name)?.example
    return encodeURIComponent(example ?? getValue(toVariable(name), values))
  })
  const query = parameters.flatMap(({ name, in: place, required, example }) => {
    if (place !== 'query' || (example === undefined && !required)) return []
    return [[name, insert(example ?? `$${toVariable(name)}`, values) as string]]
  })
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`
}

function toBody(sample: Sample, values: Values): { body?: string } {
  const { body } = sample
  if (body === undefined) return {}
  const filled = insert(body, values)
  if (getContentType(sample) === 'application/x-www-form-urlencoded')
    return { body: new URLSearchParams(filled as Values).toString() }
  return { body: typeof filled === 'string' ? filled : JSON.stringify(filled) }
}

function getContentType({ operation }: Sample): string {
  return Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json'
}

/** Replaces the variables in a body by their values. */
function insert(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return /^\$[A-Z_]+$/.test(value) ? getValue(value.slice(1), values) : value
  if (Array.isArray(value)) return value.map((each) => insert(each, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, insert(each, values)]))
}

/** Returns a variable's value. An operation on a resource missing in the fixture is recorded as `not_found`. */
function getValue(name: string, values: Values): string {
  return values[name] ?? 'unknown'
}

/** `redirectUri` → `REDIRECT_URI` */
function toVariable(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '' || response.headers.get('content-type')?.startsWith('text/html')) return undefined
  return text.startsWith('{') ? JSON.parse(text) : text
}

const pairingCodePattern = /^[A-HJKMNP-Z2-9]{9}$/

/** Fields whose values are measured. */
const measured: ReadonlySet<string> = new Set(['totalMs', 'queueMs', 'gatewayMs', 'desktopMs', 'durationMs'])

/** Replaces what differs from one recording to the next. */
function normalize(body: unknown): unknown {
  const known = new Map<string, string>()
  const number = (text: string, print: (count: string) => string) => {
    const found = known.get(text) ?? print(String(known.size + 1))
    known.set(text, found)
    return found
  }
  const replaceText = (text: string) =>
    text
      .replaceAll(/\b(svc[a-z]?_)[A-Za-z0-9_-]{20,}/g, (all, prefix: string) =>
        number(all, (count) => `${prefix}${'example'.padEnd(31, '0')}${count}`),
      )
      .replaceAll(/\bc[a-z0-9]{24}\b/g, (all) => number(all, (count) => `cm${count.padStart(23, '0')}`))
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, (all) =>
        number(all, (count) => `00000000-0000-4000-8000-${count.padStart(12, '0')}`),
      )
      .replaceAll(/\b[1-9]\d{15}\b/g, (all) => number(all, (count) => `1${count.padStart(15, '0')}`))
      .replaceAll(/"lastFour(""?):(""?)\w{4}/g, '"lastFour$1:$2a1B2')
      .replaceAll(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})(\+00:00|Z)/g, (all, time: string, zone: string) =>
        time.endsWith(':00.000') ? all : recordedAt.toISOString().replace('Z', zone),
      )
      .replaceAll(/\bintuit\.[A-Za-z0-9+/]{43}=/g, `intuit.${'example'.padEnd(43, '0')}=`)
      .replaceAll(/\bconnector-[0-9a-f]{16}\b/g, 'connector-0000000000000001')
      .replaceAll(/\b(acme|riverside-books)-\d+\b/g, '$1')
  const visit = (value: unknown, name = ''): unknown => {
    if (name === 'lastFour') return 'a1B2'
    if (name === 'code' && pairingCodePattern.test(String(value))) return 'K7PM2XQAC'
    // The last use is noted in the background.
    if (name === 'lastUsedAt') return null
    // Calls are counted at intervals.
    if (name === 'usage') return []
    if (typeof value === 'string') return replaceText(value)
    if (typeof value === 'number' && measured.has(name)) return 12
    // An export lists company files by ID, which is random.
    if (name === 'realms' && Array.isArray(value)) return sortByName(value).map((each) => visit(each))
    if (Array.isArray(value)) return value.map((each) => visit(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each, key)]))
  }
  return visit(body)
}

function sortByName(rows: readonly { readonly name: string }[]) {
  return rows.toSorted((left, right) => (left.name < right.name ? -1 : 1))
}
