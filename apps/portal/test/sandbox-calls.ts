import type { RealmId } from '@bridge/agent-protocol'
import { expect, type Page } from 'playwright/test'
import { quickstart } from './quickstart.ts'
import { signIn } from './sign-in.ts'

/** A newcomer's organization, and the access to its sandbox. */
export interface SandboxAccess {
  readonly realmId: RealmId
  readonly accessToken: string
  readonly slug: string
}

/** Signs a newcomer in and gets an access token for their sandbox. */
export async function openSandbox(page: Page, email: string): Promise<SandboxAccess> {
  const { baseUrl } = quickstart()
  await signIn(page, email)
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  const { orgs } = await (await page.request.get(`${baseUrl}/admin/v1/orgs`)).json()
  const issued = await page.request.post(`${baseUrl}/trpc/quickStart.issueToken`, {
    headers: { origin: baseUrl },
    data: { orgId: orgs[0].id },
  })
  const { realmId, accessToken } = (await issued.json()).result.data
  return { slug, realmId, accessToken }
}

/** Sends a call to the sandbox, and waits until it is in the log. */
export async function sendToSandbox(page: Page, { realmId, accessToken }: SandboxAccess, path: string, body?: unknown) {
  const { baseUrl } = quickstart()
  const headers = { authorization: `Bearer ${accessToken}` }
  const url = `${baseUrl}/v3/company/${realmId}${path}`
  const response = await (body === undefined
    ? page.request.get(url, { headers })
    : page.request.post(url, { headers, data: body }))
  const traceId = response.headers()['x-request-id'] ?? ''
  const isLogged = async () => {
    const found = await page.request.get(`${baseUrl}/admin/v1/realms/${realmId}/requests?traceId=${traceId}`)
    return (await found.json()).requests.length
  }
  await expect.poll(isLogged).toBe(1)
}
