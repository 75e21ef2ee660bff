import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import OAuthClient from 'intuit-oauth'
import QuickBooks from 'node-quickbooks'
import { expect, type Page, test } from 'playwright/test'
import { quickstart } from './quickstart.ts'

// The two client libraries are used as they are published; only their addresses point here.

interface Entity {
  readonly Id: string
  readonly SyncToken: string
  readonly [member: string]: unknown
}
type Answer = { readonly QueryResponse: Readonly<Record<string, unknown>> }
type Call = (...parameters: unknown[]) => Promise<unknown>

/** node-quickbooks with its callback methods as promises; a fault rejects with the body that the service sent. */
const quickBooksClient = (realmId: string, accessToken: string, refreshToken: string) => {
  const { baseUrl, clientId, clientSecret } = quickstart()
  Object.assign(QuickBooks, {
    V3_ENDPOINT_BASE_URL: `${baseUrl}/v3/company/`,
    TOKEN_URL: `${baseUrl}/oauth2/v1/tokens`,
    REVOKE_URL: `${baseUrl}/oauth2/v1/revoke`,
  })
  const client = new QuickBooks(
    clientId,
    clientSecret,
    accessToken,
    false,
    realmId,
    true,
    false,
    null,
    '2.0',
    refreshToken,
  )
  const methods = client as unknown as Record<string, ((...parameters: unknown[]) => void) | undefined>
  return (method: string, ...parameters: unknown[]): Promise<unknown> => {
    const found = methods[method]
    if (found === undefined) throw new Error(`node-quickbooks has no method ${method}`)
    return (promisify(found.bind(client)) as Call)(...parameters)
  }
}

/** Answers the redirect that ends the consent, as an integration's own server does. */
const listenForRedirect = async (redirectUri: string) => {
  const { port, hostname } = new URL(redirectUri)
  const server = createServer((_request, response) => response.end('Connected. You may close this page.'))
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve))
  expect((server.address() as AddressInfo).port).toBe(Number(port))
  return () => new Promise((resolve) => server.close(resolve))
}

/** Goes through the consent page in the browser; gives the address that the browser was sent back to. */
const consent = async (
  page: Page,
  authorizeUrl: string,
  redirectUri: string,
  button: 'Connect' | 'Cancel',
): Promise<string> => {
  const stop = await listenForRedirect(redirectUri)
  try {
    await page.goto(authorizeUrl)
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL((url) => url.href.startsWith(redirectUri))
    return page.url()
  } finally {
    await stop()
  }
}

const oauthClient = (): OAuthClient => {
  const { baseUrl, clientId, clientSecret, redirectUri } = quickstart()
  const client = new OAuthClient({ clientId, clientSecret, environment: 'sandbox', redirectUri })
  Object.assign(OAuthClient, {
    authorizeEndpoint: `${baseUrl}/oauth2/v1/authorize`,
    tokenEndpoint: `${baseUrl}/oauth2/v1/tokens`,
    revokeEndpoint: `${baseUrl}/oauth2/v1/revoke`,
  })
  Object.assign(OAuthClient.environment, { sandbox: `${baseUrl}/` })
  return client
}

/** The status that a promise's HTTP error carries, in either library's form. */
const statusOf = async (call: Promise<unknown>): Promise<number | undefined> => {
  try {
    await call
    return undefined
  } catch (error) {
    const seen = error as { response?: { status?: number }; authResponse?: { response?: { status?: number } } }
    return seen.response?.status ?? seen.authResponse?.response?.status
  }
}

for (const kind of ['sandbox', 'production'] as const) {
  test(`[dp-1.1] node-quickbooks and intuit-oauth work unmodified on the ${kind} realm`, async ({ page }) => {
    const { redirectUri, sandboxRealmId, productionRealmId } = quickstart()
    const realmId = kind === 'sandbox' ? sandboxRealmId : productionRealmId
    const oauth = oauthClient()
    const state = `state of ${kind} & more`
    const authorizeUrl = `${oauth.authorizeUri({ scope: ['com.intuit.quickbooks.accounting'], state })}&realm_id=${realmId}`

    const refused = new URL(await consent(page, authorizeUrl, redirectUri, 'Cancel'))
    expect(refused.searchParams.get('error')).toBe('access_denied')
    expect(refused.searchParams.get('state')).toBe(state)

    const redirected = await consent(page, authorizeUrl, redirectUri, 'Connect')
    expect(new URL(redirected).searchParams.get('state')).toBe(state)
    expect(new URL(redirected).searchParams.get('realmId')).toBe(realmId)

    await oauth.createToken(redirected)
    const first = oauth.getToken() as unknown as Record<string, string>
    expect(first.realmId).toBe(realmId)

    const companyInfo = await oauth.makeApiCall({ url: `v3/company/${realmId}/companyinfo/${realmId}?minorversion=75` })
    const company = (companyInfo as unknown as { json: { CompanyInfo: { Id: string } } }).json
    expect(company.CompanyInfo.Id).toBe(realmId)

    const call = quickBooksClient(realmId, String(first.access_token), String(first.refresh_token))
    const tag = `${kind} ${Date.now().toString(36)}`

    const income = (await call('findAccounts', { AccountType: 'Income', limit: 1 })) as Answer
    const incomeAccount = (income.QueryResponse.Account as Entity[])[0]
    expect(incomeAccount).toBeDefined()

    const name = `O'Brien & Söhne ${tag}`
    const customer = (await call('createCustomer', { DisplayName: name, GivenName: 'Ada' })) as Entity
    expect(customer).toMatchObject({ DisplayName: name, GivenName: 'Ada', domain: 'QBO', sparse: false })
    const item = (await call('createItem', {
      Name: `Advice ${tag}`,
      Type: 'Service',
      UnitPrice: 75.5,
      IncomeAccountRef: { value: incomeAccount?.Id },
    })) as Entity
    expect(item).toMatchObject({ Type: 'Service', UnitPrice: 75.5 })
    const invoice = (await call('createInvoice', {
      CustomerRef: { value: customer.Id },
      Line: [
        {
          Amount: 151,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: { ItemRef: { value: item.Id }, Qty: 2, UnitPrice: 75.5 },
        },
        { DetailType: 'DescriptionOnly', Description: 'Thank you', DescriptionLineDetail: {} },
      ],
    })) as Entity
    expect(invoice).toMatchObject({ TotalAmt: 151, Balance: 151, CustomerRef: { value: customer.Id, name } })

    expect(await call('getInvoice', invoice.Id)).toEqual(invoice)
    expect(await call('getCustomer', customer.Id)).toMatchObject({ Id: customer.Id, Balance: 151 })
    expect(await call('getPreferences')).toMatchObject({ CurrencyPrefs: {} })

    const found = (await call('findCustomers', [{ field: 'DisplayName', value: name, operator: '=' }])) as Answer
    expect((found.QueryResponse.Customer as Entity[]).map((each) => each.Id)).toEqual([customer.Id])
    const nobody = (await call('findCustomers', { DisplayName: `nobody's ${tag}` })) as Answer
    expect(nobody.QueryResponse).toEqual({})

    const counted = (await call('findCustomers', { count: true })) as Answer
    const all = (await call('findCustomers', { fetchAll: true, limit: 3 })) as Answer
    const everyId = (all.QueryResponse.Customer as Entity[]).map((each) => each.Id)
    expect(everyId).toHaveLength(Number(counted.QueryResponse.totalCount))
    expect(everyId.length).toBeGreaterThan(3)
    expect(new Set(everyId).size).toBe(everyId.length)
    expect(everyId).toContain(customer.Id)

    const updated = (await call('updateCustomer', {
      Id: customer.Id,
      SyncToken: customer.SyncToken,
      FamilyName: 'Lovelace',
    })) as Entity
    expect(updated).toMatchObject({ GivenName: 'Ada', FamilyName: 'Lovelace', DisplayName: name })
    expect(updated.SyncToken).not.toBe(customer.SyncToken)
    const stale = { Id: customer.Id, SyncToken: customer.SyncToken, FamilyName: 'Late' }
    expect(await statusOf(call('updateCustomer', stale))).toBe(400)

    const echoed = (await call('updateInvoice', { ...invoice, sparse: false, PrivateNote: 'seen' })) as Entity
    expect(echoed).toMatchObject({ PrivateNote: 'seen', TotalAmt: 151, Line: invoice.Line })

    const deleted = (await call('deleteInvoice', invoice.Id)) as { Invoice: unknown }
    expect(deleted.Invoice).toMatchObject({ status: 'Deleted', domain: 'QBO', Id: invoice.Id })
    expect(await statusOf(call('getInvoice', invoice.Id))).toBe(400)
    expect(await call('getCustomer', customer.Id)).toMatchObject({ Balance: 0 })

    const refreshed = (await call('refreshAccessToken')) as Record<string, unknown>
    expect(refreshed).toMatchObject({ token_type: 'bearer', expires_in: 3600, x_refresh_token_expires_in: 8_640_000 })
    expect(refreshed.refresh_token).not.toBe(first.refresh_token)
    expect(await call('getCustomer', customer.Id)).toMatchObject({ Id: customer.Id })

    await call('revokeAccess', false)
    const late = quickBooksClient(realmId, String(refreshed.access_token), String(refreshed.refresh_token))
    expect(await statusOf(late('getCustomer', customer.Id))).toBe(401)
    expect(await statusOf(late('refreshAccessToken'))).toBe(400)
  })
}

test('[dp-5.2] a token of one realm opens no other', async ({ page }) => {
  const { redirectUri, sandboxRealmId, productionRealmId } = quickstart()
  const oauth = oauthClient()
  const authorizeUrl = `${oauth.authorizeUri({ scope: ['com.intuit.quickbooks.accounting'], state: 's' })}&realm_id=${sandboxRealmId}`
  await oauth.createToken(await consent(page, authorizeUrl, redirectUri, 'Connect'))
  const { access_token: token } = oauth.getToken() as unknown as Record<string, string>
  const answer = await fetch(
    `${quickstart().baseUrl}/v3/company/${productionRealmId}/companyinfo/${productionRealmId}`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  )
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ Fault: { Error: [{ code: 'AUTHORIZATION_FAILED' }] } })
})
