import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectPageQuality } from '../test/page-harness.ts'
import { changeAsAdmin, findOrganization, openBrowserFor, type Person } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()
const hostName = 'Ledger Agent'

let callback: Server
let redirectUri: string

test.beforeAll(async () => {
  callback = createServer((_request, response) => response.end('Back in the host'))
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
  redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
})
test.afterAll(() => callback.close())

// biome-ignore lint/suspicious/noExplicitAny: tests access the fields of results that they compare
type CallTool = (name: string, input: object) => Promise<any>

/** Connects an MCP host to a person's company file: the person consents in the browser. Returns how it calls tools. */
async function connectHost(person: Person, orgId: string, realmId: string): Promise<CallTool> {
  const body = { orgId, name: hostName, redirectUris: [redirectUri] }
  const { page, context } = person
  const { client, clientSecret } = await changeAsAdmin(person, { method: 'POST', path: '/clients', body })
  const verifier = randomBytes(32).toString('base64url')
  const resource = `${baseUrl}/mcp/${realmId}`
  const parameters = new URLSearchParams({
    ...{ client_id: client.id, redirect_uri: redirectUri, response_type: 'code', state: 'x', resource },
    scope: 'bridge.read bridge.write',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.goto(`${baseUrl}/oauth2/v1/authorize?${parameters}`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Back in the host')).toBeVisible()
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const tokens = await context.request.post(`${baseUrl}/oauth2/v1/tokens`, {
    form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, resource },
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${clientSecret}`).toString('base64')}` },
  })
  const { access_token: token } = await tokens.json()
  return async (name, input) => {
    const response = await fetch(resource, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
    })
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.any(String)])
    return JSON.parse(text).result.structuredContent
  }
}

test('an admin lets a host propose, sees what it proposes, and commits it', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('mcp-proposals'))
  const { id: orgId, slug } = await findOrganization(ada)
  const { realms } = await changeAsAdmin(ada, { method: 'GET', path: `/realms?orgId=${orgId}` })
  const realmId: string = realms[0].id
  const callTool = await connectHost(ada, orgId, realmId)

  const { page } = ada
  await page.goto(`${baseUrl}/orgs/${slug}/company-files/${realmId}/mcp`)
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible()
  const saved = page.waitForResponse((response) => response.url().includes('/trpc/updateSettings') && response.ok())
  await page.getByRole('radio', { name: 'Propose' }).click()
  await saved
  await expect.poll(async () => (await callTool('company_overview', {})).mode).toBe('propose')

  const find = async (entity: string, name: string, value: string) =>
    (await callTool('find', { entity, where: [[name, '=', value]] })).records[0].Id
  const customer = await find('Customer', 'DisplayName', 'Driftwood Gallery')
  const item = await find('Item', 'Name', 'Assembly')
  const line = {
    ...{ Amount: 174, DetailType: 'SalesItemLineDetail' },
    SalesItemLineDetail: { ItemRef: { value: item }, Qty: 3, UnitPrice: 58 },
  }
  const record = { CustomerRef: { value: customer }, DocNumber: 'MCP-1', Line: [line] }
  const write = { operation: 'create', entity: 'Invoice', record }
  const proposed = await callTool('propose', write)
  const again = await callTool('propose', write)
  expect(again.duplicates).toEqual([{ reason: 'proposal', id: proposed.proposalId }])
  expect(await callTool('commit', { proposalId: again.proposalId })).toMatchObject({ posted: false, needsPerson: true })

  // The admin sees what the host was shown.
  await page.reload()
  const shown = page.getByRole('article', { name: 'Create Invoice' })
  await expect(shown).toHaveCount(2)
  const newest = shown.first()
  await expect(newest).toContainText(`Proposed by ${hostName}`)
  await expect(newest).toContainText('Another waiting proposal has the same record.')
  for (const { account, amount } of again.accounts.postings) {
    await expect(newest.getByRole('table', { name: 'Accounts' }).getByRole('row', { name: account })).toContainText(
      amount,
    )
  }
  await expect(newest).toContainText('<RefNumber>MCP-1</RefNumber>')
  await expectPageQuality(page)
  await newest.getByRole('button', { name: 'Reject' }).click()
  await expect(shown).toHaveCount(1)
  await shown.getByRole('button', { name: 'Commit to QuickBooks' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Create Invoice: QuickBooks has the record.' })).toBeVisible()
  await expect(shown).toHaveCount(0)
  const outcome = await callTool('outcome', { requestId: proposed.proposalId })
  expect(outcome).toMatchObject({ posted: true, id: expect.any(String) })
  expect((await callTool('get', { entity: 'Invoice', id: outcome.id })).record.DocNumber).toBe('MCP-1')

  await page.reload()
  const calls = page.getByRole('table', { name: 'Last calls' })
  await expect(calls.getByText(hostName).first()).toBeVisible()
  // Each proposal is one call, whatever it read to check the write.
  await expect(calls.getByRole('row', { name: 'propose Invoice' })).toHaveCount(2)
  await page.getByRole('link', { name: 'All calls' }).click()
  await expect(page).toHaveURL(`${baseUrl}/orgs/${slug}/requests?file=${realmId}&source=mcp`)
  await expect(page.getByRole('table', { name: 'Requests' }).getByText(hostName).first()).toBeVisible()
  const { events } = await changeAsAdmin(ada, { method: 'GET', path: `/audit-events?orgId=${orgId}` })
  const actions = events.map(({ action }: { action: string }) => action)
  for (const action of ['mcp.propose', 'mcp.commit', 'mcp.reject']) expect(actions).toContain(action)
  await ada.context.close()
})
