import { expect, test } from 'playwright/test'
import {
  type Answer,
  authorizeUrlOf,
  consent,
  type Entity,
  oauthClient,
  quickBooksClient,
  realmOf,
  refusalOf,
} from './online-client.ts'
import { quickstart } from './quickstart.ts'

type Changes = { readonly CDCResponse: readonly { readonly QueryResponse: readonly unknown[] }[] }

async function statusOf(call: Promise<unknown>) {
  return (await refusalOf(call))?.status
}

for (const kind of ['sandbox', 'production'] as const) {
  test(`node-quickbooks and intuit-oauth work unmodified on the ${kind} realm [dp-1.1]`, async ({ page }) => {
    const realmId = realmOf(kind)
    const oauth = oauthClient()
    const state = `state of ${kind} & more`
    const authorizeUrl = authorizeUrlOf(oauth, realmId, state)

    const refused = new URL(await consent(page, authorizeUrl, 'Cancel'))
    expect(refused.searchParams.get('error')).toBe('access_denied')
    expect(refused.searchParams.get('state')).toBe(state)

    const redirected = await consent(page, authorizeUrl, 'Connect')
    expect(new URL(redirected).searchParams.get('state')).toBe(state)
    expect(new URL(redirected).searchParams.get('realmId')).toBe(realmId)

    await oauth.createToken(redirected)
    const first = oauth.getToken() as unknown as Record<string, string>
    expect(first.realmId).toBe(realmId)

    const companyInfo = await oauth.makeApiCall({ url: `v3/company/${realmId}/companyinfo/${realmId}?minorversion=75` })
    const company = (companyInfo as unknown as { json: { CompanyInfo: { Id: string } } }).json
    expect(company.CompanyInfo.Id).toBe(realmId)

    const call = quickBooksClient(realmId, String(first.access_token), String(first.refresh_token))
    const startedAt = new Date()
    const tag = `${kind} ${startedAt.getTime().toString(36)}`

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

    const further: Entity[] = []
    for (let count = 0; count < 4; count++) further.push((await call('createInvoice', sale)) as Entity)
    // The library counts on in the criteria that it is given.
    const fetched = async (criteria: object): Promise<readonly Entity[]> => {
      const answer = (await call('findInvoices', { CustomerRef: customer.Id, fetchAll: true, ...criteria })) as Answer
      return (answer.QueryResponse.Invoice as Entity[]).toSorted((one, other) => one.Id.localeCompare(other.Id))
    }
    const whole = [invoice, ...further].toSorted((one, other) => one.Id.localeCompare(other.Id))
    expect(await fetched({ limit: 2 })).toEqual(whole)
    expect(await fetched({ limit: 5, desc: 'DocNumber' })).toEqual(whole)
    for (const each of further) await call('deleteInvoice', each.Id)

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

    const changes = (await call('changeDataCapture', ['Customer', 'Invoice', 'Budget'], startedAt)) as Changes
    const changed = expect.arrayContaining([expect.objectContaining({ Id: customer.Id, DisplayName: name })])
    const MetaData = { LastUpdatedTime: expect.any(String) }
    const gone = expect.arrayContaining([{ Id: invoice.Id, status: 'Deleted', domain: 'QBO', MetaData }])
    expect(changes.CDCResponse[0]?.QueryResponse).toEqual([
      { Customer: changed, startPosition: 1, maxResults: expect.any(Number) },
      { Invoice: gone, startPosition: 1, maxResults: expect.any(Number) },
      expect.objectContaining({ Fault: expect.objectContaining({ type: 'ValidationFault' }) }),
    ])

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

test('a token of one realm opens no other [dp-5.2]', async ({ page }) => {
  const oauth = oauthClient()
  await oauth.createToken(await consent(page, authorizeUrlOf(oauth, realmOf('sandbox'), 's'), 'Connect'))
  const { access_token: token } = oauth.getToken() as unknown as Record<string, string>
  const other = realmOf('production')
  const answer = await fetch(`${quickstart().baseUrl}/v3/company/${other}/companyinfo/${other}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ Fault: { Error: [{ code: 'AUTHORIZATION_FAILED' }] } })
})
