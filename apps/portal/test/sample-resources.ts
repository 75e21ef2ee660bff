import type { RealmId } from '@bridge/agent-protocol'
import { type Cookie, expect, type Page, request } from 'playwright/test'
import { signInByRequests } from './people.ts'
import { quickstart } from './quickstart.ts'
import { completeSignIn, signIn, testEmail } from './sign-in.ts'

const redirectUri = 'http://localhost:8000/callback'

/** Half as long as a session stays proven. Samples in a compiled language run for longer. */
const maxProvenMs = 300_000

/** Values for the variables in samples. */
export type SampleValues = Readonly<Record<string, string>>

/** Calls the control plane with a session. */
type Admin = (route: string, body?: object) => Promise<Readonly<Record<string, never>> & Record<string, unknown>>

/** An organization with everything for samples. */
export interface SampleResources {
  /** Puts the sandbox's books back, and turns its departments on. */
  restore(): Promise<void>
  /** Returns a sample's values. Resources used up by the sample are created for it. */
  prepare(operationId: string, path: string, name: string): Promise<SampleValues>
  /** Remembers a sample's record. */
  remember(operationId: string, response: string): void
}

/** Signs in two users, and creates an organization's resources. */
export async function createSampleResources(page: Page): Promise<SampleResources> {
  const { baseUrl } = quickstart()
  const send = async (cookie: string, route: string, body?: object) => {
    const [method = '', path = ''] = route.split(' ')
    const response = await fetch(`${baseUrl}/admin/v1${path}`, {
      method,
      headers: { cookie, origin: baseUrl, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  const getCookie = async () => toSessionCookie(await page.context().cookies())

  await signIn(page, testEmail('samples'))
  let cookie = await getCookie()
  let provenAt = performance.now()
  const admin: Admin = (route, body) => send(cookie, route, body)
  const stayProven = async () => {
    if (performance.now() - provenAt < maxProvenMs) return
    const owner = await request.newContext()
    await signInByRequests(owner, testEmail('samples'))
    cookie = toSessionCookie((await owner.storageState()).cookies)
    provenAt = performance.now()
    await owner.dispose()
  }
  await page.context().clearCookies()
  await page.goto(`${baseUrl}/sign-in`)
  await completeSignIn(page, testEmail('colleague-of-samples'))
  await expect.poll(getCookie).not.toContain('undefined')
  const colleague = await getCookie()

  const orgs = (await admin('GET /orgs')).orgs as unknown as { id: string; slug: string }[]
  const orgId = orgs[0]?.id ?? ''
  const realms = (await admin(`GET /realms?orgId=${orgId}`)).realms as unknown as { id: RealmId; kind: string }[]
  const sandboxId = realms.find(({ kind }) => kind === 'sandbox')?.id
  if (sandboxId === undefined) throw new Error('The organization has no sandbox.')
  const realmId =
    realms.find(({ kind }) => kind === 'production')?.id ?? (await createRealm(admin, orgId, 'Riverside Books Inc.'))
  const created = (await admin('POST /clients', {
    orgId,
    name: 'Samples',
    redirectUris: [redirectUri],
  })) as unknown as {
    client: { id: string }
    clientSecret: string
  }
  const client = { id: created.client.id, secret: created.clientSecret }
  const apiKey = (await admin('POST /api-keys', { orgId, name: 'Samples' })).key as unknown as string
  const authorize = () => getCode(baseUrl, client.id, sandboxId, cookie)
  const getTokens = async () => exchange(baseUrl, client, await authorize())
  const { access_token: accessToken } = await getTokens()
  const records: Record<string, string> = {}

  const base: SampleValues = {
    BASE_URL: baseUrl,
    ORG_ID: orgId,
    CLIENT_ID: client.id,
    CLIENT_SECRET: client.secret,
    REDIRECT_URI: redirectUri,
    API_KEY: apiKey,
    ACCESS_TOKEN: accessToken,
    CHANGED_SINCE: new Date(Date.now() - 3_600_000).toISOString(),
    SESSION_ID: 'unknown',
  }

  const query = async (text: string): Promise<Record<string, unknown> | undefined> => {
    const address = `${baseUrl}/v3/company/${sandboxId}/query?query=${encodeURIComponent(`SELECT ${text} MAXRESULTS 1`)}`
    const response = await fetch(address, { headers: { authorization: `Bearer ${accessToken}` } })
    const { QueryResponse = {} } = (await response.json()) as { QueryResponse?: Record<string, unknown> }
    return Object.values(QueryResponse).find(Array.isArray)?.[0]
  }
  const findRecords = async (entity: string): Promise<SampleValues> => {
    const variable = entity.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
    const id = records[entity] ?? String((await query(`Id FROM ${entity}`))?.Id ?? '1')
    const current = await query(`* FROM ${entity} WHERE Id = '${id}'`)
    return { [`${variable}_ID`]: id, SYNC_TOKEN: String(current?.SyncToken ?? '0') }
  }
  const findOpen = async (): Promise<SampleValues> => {
    const [invoice, credit, bill] = [
      await query("* FROM Invoice WHERE Balance > '0'"),
      await query("* FROM CreditMemo WHERE Balance > '0'"),
      await query("* FROM Bill WHERE Balance > '0'"),
    ]
    const value = (reference: unknown) => (reference as { value: string }).value
    return {
      OPEN_INVOICE_ID: String(invoice?.Id),
      INVOICE_CUSTOMER_ID: value(invoice?.CustomerRef),
      OPEN_CREDIT_ID: String(credit?.Id),
      CREDIT_CUSTOMER_ID: value(credit?.CustomerRef),
      OPEN_BILL_ID: String(bill?.Id),
      BILL_VENDOR_ID: value(bill?.VendorRef),
    }
  }

  const findMember = async (): Promise<string | undefined> => {
    const { members } = (await admin(`GET /orgs/${orgId}/members`)) as unknown as {
      members: { id: string; email: string }[]
    }
    return members.find(({ email }) => email.startsWith('colleague-of-samples'))?.id
  }
  const invite = async (): Promise<string> => {
    const email = testEmail('colleague-of-samples')
    await admin('POST /invitations', { orgId, email, role: 'member' })
    await page.goto(`${baseUrl}/dev/mailbox`)
    const link = page
      .getByRole('link', { name: `Open link for ${email}` })
      .and(page.locator('a[href*="/invitations/"]'))
      .first()
    return (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  }
  const joinColleague = async () => {
    if ((await findMember()) === undefined) await send(colleague, 'POST /invitations/accept', { token: await invite() })
    return { MEMBER_ID: (await findMember()) ?? '' }
  }
  const createOrganization = async (): Promise<SampleValues> => {
    const { org } = (await admin('POST /orgs', { name: 'Riverside Samples' })) as unknown as { org: { id: string } }
    const { key } = (await admin('POST /api-keys', { orgId: org.id, name: 'Samples' })) as unknown as { key: string }
    return { ORG_ID: org.id, API_KEY: key }
  }
  const createId = async (route: string, body: object = {}) => String((await admin(route, body)).id)

  const createSetUpLink = async () => {
    const { setupLink, url } = (await admin(`POST /realms/${realmId}/setup-links`, {})) as unknown as {
      setupLink: { id: string }
      url: string
    }
    return { SETUP_LINK_ID: setupLink.id, SETUP_LINK: url }
  }

  /** Creates an app with a webhook to which something was sent, although nothing listens there. */
  const createWebhook = async (): Promise<SampleValues> => {
    const clientId = await createClient(admin, orgId)
    await admin(`PUT /clients/${clientId}/webhook`, { url: 'http://127.0.0.1:9/' })
    const { delivery } = (await admin(`POST /clients/${clientId}/webhook/test`, {})) as unknown as {
      delivery: { id: string }
    }
    return { CLIENT_ID: clientId, DELIVERY_ID: delivery.id }
  }

  const own: Readonly<Record<string, () => Promise<SampleValues>>> = {
    getWebhook: createWebhook,
    replaceVerifierToken: createWebhook,
    deleteWebhook: createWebhook,
    testWebhook: createWebhook,
    listWebhookDeliveries: createWebhook,
    getWebhookDelivery: createWebhook,
    redeliverWebhook: createWebhook,
    createRealm: createOrganization,
    createSandbox: async () => {
      const values = await createOrganization()
      const { realms } = (await admin(`GET /realms?orgId=${values.ORG_ID}`)) as unknown as { realms: { id: string }[] }
      for (const { id } of realms) await admin(`DELETE /realms/${id}`)
      return values
    },
    deleteOrganization: createOrganization,
    deleteRealm: async () => {
      const values = await createOrganization()
      return { ...values, REALM_ID: await createRealm(admin, values.ORG_ID ?? '', 'To be deleted') }
    },
    changeRole: joinColleague,
    removeMember: joinColleague,
    deleteAccount: joinColleague,
    getAccountDeletion: joinColleague,
    leaveOrganization: async () => ({ ...(await joinColleague()), SESSION_COOKIE: colleague }),
    acceptInvitation: async () => {
      const member = await findMember()
      if (member !== undefined) await admin(`DELETE /members/${member}`)
      return { INVITATION_TOKEN: await invite(), SESSION_COOKIE: colleague }
    },
    revokeInvitation: async () => {
      const { invitation } = (await admin('POST /invitations', {
        orgId,
        email: testEmail('revoked'),
        role: 'member',
      })) as unknown as { invitation: { id: string } }
      return { INVITATION_ID: invitation.id }
    },
    revokeAgentToken: async () => ({ TOKEN_ID: await createId(`POST /realms/${realmId}/agent-tokens`) }),
    mailSetupLink: createSetUpLink,
    revokeSetupLink: createSetUpLink,
    revokeConnectorCredential: async () => ({
      CREDENTIAL_ID: await createId(`POST /realms/${realmId}/connector-credentials`),
    }),
    rotateConnectorPassword: async () => ({
      CREDENTIAL_ID: await createId(`POST /realms/${realmId}/connector-credentials`),
    }),
    downloadConnectorFile: async () => ({
      CREDENTIAL_ID: await createId(`POST /realms/${realmId}/connector-credentials`),
    }),
    revokeApiKey: async () => ({ API_KEY_ID: await createId('POST /api-keys', { orgId, name: 'To be revoked' }) }),
    deleteClient: async () => ({ CLIENT_ID: await createClient(admin, orgId) }),
    rotateClientSecret: async () => ({ CLIENT_ID: await createClient(admin, orgId) }),
    updateClient: async () => ({ CLIENT_ID: await createClient(admin, orgId) }),
    disconnect: async () => {
      const other = (await admin('POST /clients', {
        orgId,
        name: 'To be disconnected',
        redirectUris: [redirectUri],
      })) as unknown as { client: { id: string }; clientSecret: string }
      const code = await getCode(baseUrl, other.client.id, sandboxId, cookie)
      await exchange(baseUrl, { id: other.client.id, secret: other.clientSecret }, code)
      const { connections } = (await admin(`GET /clients/${other.client.id}/connections`)) as unknown as {
        connections: { id: string }[]
      }
      return { CONNECTION_ID: connections[0]?.id ?? '' }
    },
    revokeToken: async () => ({ REFRESH_TOKEN: (await getTokens()).refresh_token }),
  }
  const findLogged = async (): Promise<SampleValues> => {
    const { requests } = (await admin(`GET /realms/${sandboxId}/requests`)) as unknown as { requests: { id: string }[] }
    return { LOGGED_REQUEST_ID: requests[0]?.id ?? '' }
  }
  const onSandbox = /Sandbox|listRequests|getRequest|Settings|Connections/

  return {
    async restore() {
      for (const entity of Object.keys(records)) delete records[entity]
      await admin(`POST /realms/${sandboxId}/sandbox/reset`, { template: 'sample' })
      await admin(`PATCH /realms/${sandboxId}/settings`, { departmentsFromClasses: true })
    },
    async prepare(operationId, path, name) {
      await stayProven()
      const isOfCompany = path.startsWith('/v3/')
      const [, entity] = /^(?:read|write)([A-Z]\w*?)(?:Single)?$/.exec(operationId) ?? []
      return {
        ...base,
        SESSION_COOKIE: cookie,
        REALM_ID: isOfCompany || operationId === 'authorize' || onSandbox.test(operationId) ? sandboxId : realmId,
        ...(isOfCompany && entity !== undefined && (await findRecords(entity))),
        ...(/^write(Payment|RefundReceipt|BillPayment)$/.test(operationId) && (await findOpen())),
        ...(path.includes('loggedRequestId') && (await findLogged())),
        ...(operationId === 'issueTokens' &&
          (name === 'exchange' ? { CODE: await authorize() } : { REFRESH_TOKEN: (await getTokens()).refresh_token })),
        ...(await own[operationId]?.()),
      }
    },
    remember(operationId, response) {
      const [, entity] = /^write([A-Z]\w*)$/.exec(operationId) ?? []
      if (entity === undefined || records[entity] !== undefined) return
      const [, id] = /"Id":"([^"]+)","SyncToken"|"Id":"([^"]+)"/.exec(response) ?? []
      // Samples print the status before the body, or curl after it.
      const body = response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1)
      const parsed = JSON.parse(body) as Record<string, { Id?: string }>
      const found = parsed[entity]?.Id ?? id
      if (found !== undefined) records[entity] = found
    },
  }
}

async function createRealm(admin: Admin, orgId: string, name: string): Promise<RealmId> {
  const { realm } = (await admin('POST /realms', { orgId, name })) as unknown as { realm: { id: RealmId } }
  return realm.id
}

async function createClient(admin: Admin, orgId: string): Promise<string> {
  const { client } = (await admin('POST /clients', {
    orgId,
    name: 'For one sample',
    redirectUris: [redirectUri],
  })) as unknown as { client: { id: string } }
  return client.id
}

function toSessionCookie(cookies: readonly Pick<Cookie, 'name' | 'value'>[]): string {
  const found = cookies.find(({ name }) => name.endsWith('next-auth.session-token'))
  return `${found?.name}=${found?.value}`
}

/** Approves a client on the consent page; returns the code. */
async function getCode(baseUrl: string, clientId: string, realmId: RealmId, cookie: string): Promise<string> {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    realm_id: realmId,
    state: 's',
  }
  const page = await fetch(`${baseUrl}/oauth2/v1/authorize?${new URLSearchParams(parameters)}`, { headers: { cookie } })
  const html = await page.text()
  const browserCookies = page.headers.getSetCookie().map((each) => each.split(';', 1)[0])
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const form = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
  form.set('decision', 'connect')
  const response = await fetch(`${baseUrl}/oauth2/v1/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: [cookie, ...browserCookies].join('; '), origin: baseUrl },
    body: form,
  })
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

async function exchange(baseUrl: string, client: { readonly id: string; readonly secret: string }, code: string) {
  const response = await fetch(`${baseUrl}/oauth2/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  })
  return (await response.json()) as { readonly access_token: string; readonly refresh_token: string }
}
