import { expect } from 'playwright/test'
import { issueSandboxToken, type Person } from './people.ts'
import { quickstart } from './quickstart.ts'

/** An invoice for an unknown customer. */
const refused = {
  CustomerRef: { value: '80000001-1' },
  Line: [{ Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '80000001-1' } } }],
}

/** Sends a refused invoice. Resolves to the X-Request-Id when the request is in the log. */
export async function sendRefusedInvoice(person: Person, orgId: string): Promise<string> {
  const { baseUrl } = quickstart()
  const { realmId, accessToken } = await issueSandboxToken(person, orgId)
  const response = await person.context.request.post(`${baseUrl}/v3/company/${realmId}/invoice`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: refused,
  })
  expect(response.status()).toBe(400)
  const traceId = response.headers()['x-request-id'] ?? ''
  const countLogged = async () => {
    const found = await person.context.request.get(`${baseUrl}/admin/v1/realms/${realmId}/requests?traceId=${traceId}`)
    return (await found.json()).requests.length
  }
  await expect.poll(countLogged).toBe(1)
  return traceId
}
