import {
  createOAuthClient,
  createQuickBooksClient,
  type Entity,
  findErrorResponse,
  getAuthorizeUrl,
  getRealmId,
  type QueryResult,
  submitConsent,
} from '../test/client-libraries.ts'
import { quickstart } from '../test/quickstart.ts'
import { expect, test } from '../test/test.ts'

type Changes = { readonly CDCResponse: readonly { readonly QueryResponse: readonly unknown[] }[] }

async function findErrorStatus(call: Promise<unknown>) {
  return (await findErrorResponse(call))?.status
}

for (const kind of ['sandbox', 'production'] as const) {
  test(`node-quickbooks and intuit-oauth work unmodified on the ${kind} realm [dp-1.1]`, async ({ page }) => {
    const realmId = getRealmId(kind)
    const oauth = createOAuthClient()
    const state = `state of ${kind} & more`
    const authorizeUrl = getAuthorizeUrl(oauth, realmId, state)

    const canceled = new URL(await submitConsent(page, authorizeUrl, 'Cancel'))
    expect(canceled.searchParams.get('error')).toBe('access_denied')
    expect(canceled.searchParams.get('state')).toBe(state)

    const redirected = await submitConsent(page, authorizeUrl, 'Connect')
    expect(new URL(redirected).searchParams.get('state')).toBe(state)
    expect(new URL(redirected).searchParams.get('realmId')).toBe(realmId)

    await oauth.createToken(redirected)
    const first = oauth.getToken() as unknown as Record<string, string>
    expect(first.realmId).toBe(realmId)

    const companyInfo = await oauth.makeApiCall({ url: `v3/company/${realmId}/companyinfo/${realmId}?minorversion=75` })
    const company = (companyInfo as unknown as { json: { CompanyInfo: { Id: string } } }).json
    expect(company.CompanyInfo.Id).toBe(realmId)

    const call = createQuickBooksClient(realmId, String(first.access_token), String(first.refresh_token))
    const startedAt = new Date()
    const tag = `${kind} ${startedAt.getTime().toString(36)}`

    const income = (await call('findAccounts', { AccountType: 'Income', limit: 1 })) as QueryResult
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
    const sale = {
      CustomerRef: { value: customer.Id },
      Line: [
        {
          Amount: 151,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: { ItemRef: { value: item.Id }, Qty: 2, UnitPrice: 75.5 },
        },
        { DetailType: 'DescriptionOnly', Description: 'Thank you', DescriptionLineDetail: {} },
      ],
    }
    const invoice = (await call('createInvoice', sale)) as Entity
    expect(invoice).toMatchObject({ TotalAmt: 151, Balance: 151, CustomerRef: { value: customer.Id, name } })

    expect(await call('getInvoice', invoice.Id)).toEqual(invoice)
    expect(await call('getCustomer', customer.Id)).toMatchObject({ Id: customer.Id, Balance: 151 })
    expect(await call('getPreferences')).toMatchObject({ CurrencyPrefs: {} })

    const found = (await call('findCustomers', [{ field: 'DisplayName', value: name, operator: '=' }])) as QueryResult
    expect((found.QueryResponse.Customer as Entity[]).map((each) => each.Id)).toEqual([customer.Id])
    const noMatch = (await call('findCustomers', { DisplayName: `nobody's ${tag}` })) as QueryResult
    expect(noMatch.QueryResponse).toEqual({})

    const counted = (await call('findCustomers', { count: true })) as QueryResult
    const all = (await call('findCustomers', { fetchAll: true, limit: 3 })) as QueryResult
    const everyId = (all.QueryResponse.Customer as Entity[]).map((each) => each.Id)
    expect(everyId).toHaveLength(Number(counted.QueryResponse.totalCount))
    expect(everyId.length).toBeGreaterThan(3)
    expect(new Set(everyId).size).toBe(everyId.length)
    expect(everyId).toContain(customer.Id)

    const moreInvoices: Entity[] = []
    for (let count = 0; count < 4; count++) moreInvoices.push((await call('createInvoice', sale)) as Entity)
    // The library changes the criteria object, so every query gets its own.
    const fetchInvoices = async (criteria: object): Promise<readonly Entity[]> => {
      const result = (await call('findInvoices', {
        CustomerRef: customer.Id,
        fetchAll: true,
        ...criteria,
      })) as QueryResult
      return (result.QueryResponse.Invoice as Entity[]).toSorted((one, other) => one.Id.localeCompare(other.Id))
    }
    const allInvoices = [invoice, ...moreInvoices].toSorted((one, other) => one.Id.localeCompare(other.Id))
    expect(await fetchInvoices({ limit: 2 })).toEqual(allInvoices)
    expect(await fetchInvoices({ limit: 5, desc: 'DocNumber' })).toEqual(allInvoices)
    for (const each of moreInvoices) await call('deleteInvoice', each.Id)

    const updated = (await call('updateCustomer', {
      Id: customer.Id,
      SyncToken: customer.SyncToken,
      FamilyName: 'Lovelace',
    })) as Entity
    expect(updated).toMatchObject({ GivenName: 'Ada', FamilyName: 'Lovelace', DisplayName: name })
    expect(updated.SyncToken).not.toBe(customer.SyncToken)
    const stale = { Id: customer.Id, SyncToken: customer.SyncToken, FamilyName: 'Late' }
    expect(await findErrorStatus(call('updateCustomer', stale))).toBe(400)

    const resent = (await call('updateInvoice', { ...invoice, sparse: false, PrivateNote: 'seen' })) as Entity
    expect(resent).toMatchObject({ PrivateNote: 'seen', TotalAmt: 151, Line: invoice.Line })

    const deleted = (await call('deleteInvoice', invoice.Id)) as { Invoice: unknown }
    expect(deleted.Invoice).toMatchObject({ status: 'Deleted', domain: 'QBO', Id: invoice.Id })
    expect(await findErrorStatus(call('getInvoice', invoice.Id))).toBe(400)
    expect(await call('getCustomer', customer.Id)).toMatchObject({ Balance: 0 })

    const changes = (await call('changeDataCapture', ['Customer', 'Invoice', 'Budget'], startedAt)) as Changes
    const changedCustomers = expect.arrayContaining([expect.objectContaining({ Id: customer.Id, DisplayName: name })])
    const MetaData = { LastUpdatedTime: expect.any(String) }
    const deletedInvoices = expect.arrayContaining([{ Id: invoice.Id, status: 'Deleted', domain: 'QBO', MetaData }])
    expect(changes.CDCResponse[0]?.QueryResponse).toEqual([
      { Customer: changedCustomers, startPosition: 1, maxResults: expect.any(Number) },
      { Invoice: deletedInvoices, startPosition: 1, maxResults: expect.any(Number) },
      expect.objectContaining({ Fault: expect.objectContaining({ type: 'ValidationFault' }) }),
    ])

    const refreshed = (await call('refreshAccessToken')) as Record<string, unknown>
    expect(refreshed).toMatchObject({ token_type: 'bearer', expires_in: 3600, x_refresh_token_expires_in: 8_640_000 })
    expect(refreshed.refresh_token).not.toBe(first.refresh_token)
    expect(await call('getCustomer', customer.Id)).toMatchObject({ Id: customer.Id })

    await call('revokeAccess', false)
    const revoked = createQuickBooksClient(realmId, String(refreshed.access_token), String(refreshed.refresh_token))
    expect(await findErrorStatus(revoked('getCustomer', customer.Id))).toBe(401)
    expect(await findErrorStatus(revoked('refreshAccessToken'))).toBe(400)
  })
}

test('an access token is rejected on another realm [dp-5.2]', async ({ page }) => {
  const oauth = createOAuthClient()
  await oauth.createToken(await submitConsent(page, getAuthorizeUrl(oauth, getRealmId('sandbox'), 's'), 'Connect'))
  const { access_token: token } = oauth.getToken() as unknown as Record<string, string>
  const other = getRealmId('production')
  const response = await fetch(`${quickstart().baseUrl}/v3/company/${other}/companyinfo/${other}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ Fault: { Error: [{ code: 'AUTHORIZATION_FAILED' }] } })
})
