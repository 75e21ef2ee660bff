import { expect, type Page } from 'playwright/test'
import { quickstart } from './quickstart.ts'
import { testEmail } from './sign-in.ts'

/** An organization with something on every page. */
export interface FilledOrganization {
  /** `/orgs/{slug}`. */
  readonly path: string
  readonly sandboxId: string
  readonly realmId: string
  readonly clientId: string
  /** A refused request. */
  readonly requestId: string
  /** The page for the person at the PC. */
  readonly setUpPath: string
}

const names = {
  app: 'Warehouse sync 🏭',
  file: 'Rock Castle Construction <script> & Söhne, a name of eighty characters',
}

/** An invoice for an unknown customer. */
const refused = {
  CustomerRef: { value: '80000001-1' },
  Line: [{ Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '80000001-1' } } }],
}

/** Gives the signed-in user's organization an app, a company file, credentials, an invitation, and requests. */
export async function fillOrganization(page: Page): Promise<FilledOrganization> {
  const { baseUrl } = quickstart()
  const admin = async (route: string, data?: object) => {
    const [method = '', path = ''] = route.split(' ')
    const response = await page.request.fetch(`${baseUrl}/admin/v1${path}`, {
      method,
      headers: { origin: baseUrl },
      ...(data && { data }),
    })
    if (!response.ok()) throw new Error(`${route}: ${response.status()} ${await response.text()}`)
    return response.json()
  }
  const [{ id: orgId, slug }] = (await admin('GET /orgs')).orgs
  const { client } = await admin('POST /clients', {
    orgId,
    name: names.app,
    redirectUris: ['https://warehouse.example/quickbooks/callback', 'http://localhost:8000/callback'],
  })
  const { realm } = await admin('POST /realms', { orgId, name: names.file })
  await admin(`POST /realms/${realm.id}/agent-tokens`, { label: 'Front desk' })
  await admin(`POST /realms/${realm.id}/connector-credentials`, { label: 'Back office' })
  const { url } = await admin(`POST /realms/${realm.id}/setup-links`)
  await admin('POST /api-keys', { orgId, name: 'Nightly export' })
  await admin('POST /invitations', { orgId, email: testEmail('invited-to-look'), role: 'admin' })

  const issued = await page.request.post(`${baseUrl}/trpc/quickStart.issueToken`, {
    headers: { origin: baseUrl },
    data: { orgId },
  })
  const { realmId: sandboxId, accessToken } = (await issued.json()).result.data
  const headers = { authorization: `Bearer ${accessToken}` }
  const company = `${baseUrl}/v3/company/${sandboxId}`
  for (const entity of ['Customer', 'Invoice', 'Item', 'Vendor']) {
    await page.request.get(`${company}/query?query=${encodeURIComponent(`select * from ${entity} maxresults 2`)}`, {
      headers,
    })
  }
  await page.request.post(`${company}/invoice?requestid=first`, { headers, data: refused })
  const response = await page.request.post(`${company}/invoice?requestid=second`, { headers, data: refused })
  const traceId = response.headers()['x-request-id'] ?? ''
  const findLogged = async () => (await admin(`GET /realms/${sandboxId}/requests?traceId=${traceId}`)).requests[0]?.id
  await expect.poll(findLogged).toBeDefined()
  return {
    path: `/orgs/${slug}`,
    sandboxId,
    realmId: realm.id,
    clientId: client.id,
    requestId: await findLogged(),
    setUpPath: new URL(url).pathname,
  }
}
