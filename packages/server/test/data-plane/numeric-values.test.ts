import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { findEntity, fromNumericId, toNumericId } from '@bridge/translation'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { openRecords } from '../records.fixture.ts'
import { type Body, validBodies } from '../valid-bodies.fixture.ts'

let bridge: TestBridge
let apiKey: string
beforeAll(async () => {
  bridge = await startBridge({ config: { restRequestsPerMinute: 1_000_000 } })
  const user = await bridge.database.user.create({ data: { email: 'admin@example.com' } })
  await bridge.database.membership.create({ data: { orgId: bridge.org.id, userId: user.id, role: 'admin' } })
  apiKey = mintSecret('svc_')
  await bridge.database.apiKey.create({
    data: { orgId: bridge.org.id, creatorId: user.id, name: 'Key', keyHash: hashSecret(apiKey) },
  })
})
afterAll(() => bridge.stop())
afterEach(() => set({ ids: 'text', faultCodes: 'text' }))

const { created, changed, removed, read, foundBy } = openRecords(() => bridge)
const desktopForm = /^(?:TC-)?[\dA-F]{1,8}-\d{9,10}$/
const numericForm = /^\d{10,19}$/

/** Changes the app's settings, of which its token stays the same. */
async function set(settings: object) {
  const response = await bridge.app.request('/admin/v1/clients/svcc_test', {
    method: 'PATCH',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(response.status).toBe(200)
}

/** Lists the texts of a body that have the form of an ID of QuickBooks. */
function listDesktopIds(value: unknown): string[] {
  if (typeof value === 'string') return desktopForm.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listDesktopIds) : []
}

describe('an app with numeric IDs', () => {
  it('creates, reads and updates every entity with numbers only [dp-2.1:3]', async () => {
    await set({ ids: 'numeric' })
    for (const { entity, name, body } of await validBodies(bridge.call)) {
      const path = `/${entity.toLowerCase()}`
      const sent: Body = body('n')
      expect([name, listDesktopIds(sent)]).toEqual([name, []])
      const record = await created(entity.toLowerCase(), sent)
      expect([name, record.Id]).toEqual([name, expect.stringMatching(numericForm)])
      const found = await read(entity.toLowerCase(), record.Id)
      expect([name, listDesktopIds(record), listDesktopIds(found)]).toEqual([name, [], []])
      const supported = findEntity(entity)
      if (supported?.kind !== 'built' || !supported.table.can.includes('update')) continue
      const whole = await bridge.call(path, { json: { ...found, sparse: true } })
      expect([name, getFault(whole)]).toEqual([name, { status: 200 }])
      expect([name, listDesktopIds(whole.body)]).toEqual([name, []])
    }
  })

  it('finds, changes and deletes a record by both forms of its ID', async () => {
    const [{ Id: customer }] = await foundBy('SELECT Id FROM Customer MAXRESULTS 1')
    const [{ Id: item }] = await foundBy("SELECT Id FROM Item WHERE Type = 'Service' MAXRESULTS 1")
    await set({ ids: 'numeric' })
    const Line = [
      { Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: toNumericId(item) } } },
    ]
    const invoice = await created('invoice', { CustomerRef: { value: Number(toNumericId(customer)) }, Line })
    expect([invoice.CustomerRef.value, invoice.Line[0].SalesItemLineDetail.ItemRef.value]).toEqual(
      [customer, item].map(toNumericId),
    )
    const id = fromNumericId(invoice.Id)
    for (const each of [invoice.Id, id]) {
      expect((await read('invoice', each)).Id).toBe(invoice.Id)
      expect(await foundBy(`SELECT Id FROM Invoice WHERE Id = '${each}'`)).toEqual([
        expect.objectContaining({ Id: invoice.Id }),
      ])
      expect(await foundBy(`SELECT * FROM Invoice WHERE Id IN ('${each}')`)).toHaveLength(1)
    }
    for (const each of [customer, toNumericId(customer)]) {
      const found = await foundBy(`SELECT Id FROM Invoice WHERE CustomerRef = '${each}' AND Id = '${id}'`)
      expect(found).toHaveLength(1)
    }
    const [line] = invoice.Line
    const updated = await changed(
      'invoice',
      { ...invoice, Id: id },
      {
        sparse: true,
        Line: [{ Id: line.Id, Description: 'Twice' }],
      },
    )
    expect([updated.Id, updated.Line[0].Id, updated.Line[0].Description]).toEqual([invoice.Id, line.Id, 'Twice'])
    await set({ ids: 'text' })
    expect((await read('invoice', invoice.Id)).Id).toBe(id)
    await set({ ids: 'numeric' })
    expect(await removed('invoice', { Id: invoice.Id, SyncToken: updated.SyncToken })).toEqual({
      Id: invoice.Id,
      status: 'Deleted',
      domain: 'QBO',
    })
  })

  it('has numbers in links, batches, changed data and deleted records', async () => {
    await set({ ids: 'numeric' })
    const [invoice] = await foundBy("SELECT * FROM Invoice WHERE Balance > '0' MAXRESULTS 1")
    const payment = await created('payment', {
      CustomerRef: invoice.CustomerRef,
      TotalAmt: 1,
      Line: [{ Amount: 1, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
    })
    expect(payment.Line[0].LinkedTxn).toEqual([{ TxnId: invoice.Id, TxnType: 'Invoice' }])
    expect((await read('invoice', invoice.Id)).LinkedTxn).toContainEqual({ TxnId: payment.Id, TxnType: 'Payment' })
    const { body } = await bridge.call('/batch', {
      json: {
        BatchItemRequest: [
          { bId: '1', Query: `SELECT * FROM Payment WHERE Id = '${payment.Id}'` },
          {
            bId: '2',
            operation: 'create',
            Customer: { DisplayName: 'Elm', ParentRef: payment.CustomerRef, Job: true },
          },
          { bId: '3', operation: 'delete', Payment: { Id: payment.Id, SyncToken: payment.SyncToken } },
        ],
      },
    })
    const [{ QueryResponse }, { Customer }, { Payment }] = body.BatchItemResponse
    expect(QueryResponse.Payment[0].Id).toBe(payment.Id)
    expect([Customer.Id, Customer.ParentRef.value]).toEqual([
      expect.stringMatching(numericForm),
      payment.CustomerRef.value,
    ])
    expect(Payment).toEqual({ Id: payment.Id, status: 'Deleted', domain: 'QBO' })
    const since = encodeURIComponent(new Date(bridge.clock().getTime() - 86_400_000).toISOString())
    const changes = await bridge.call(`/cdc?entities=Payment,Customer&changedSince=${since}`)
    expect(listDesktopIds(changes.body)).toEqual([])
    expect(JSON.stringify(changes.body)).toContain(`"status":"Deleted","Id":"${payment.Id}"`)
  })

  it.each(['TransactionList', 'GeneralLedger', 'CustomerBalance', 'ItemSales', 'CustomerIncome'])(
    'has numbers in the report %s, and those of records',
    async (name) => {
      const usual = await bridge.call(`/reports/${name}`)
      await set({ ids: 'numeric' })
      const numeric = await bridge.call(`/reports/${name}`)
      const ids = listDesktopIds(usual.body.Rows)
      expect(ids.length).toBeGreaterThan(0)
      expect(listDesktopIds(numeric.body)).toEqual([])
      expect(withoutIds(numeric.body.Rows)).toEqual(withoutIds(usual.body.Rows))
      expect(listCellIds(numeric.body.Rows)).toEqual(listCellIds(usual.body.Rows).map(toNumericId))
    },
  )

  it('filters a report by both forms of an ID', async () => {
    const [{ Id: customer }] = await foundBy("SELECT Id FROM Customer WHERE Balance > '0' MAXRESULTS 1")
    const usual = await bridge.call(`/reports/CustomerBalance?customer=${toNumericId(customer)}`)
    expect(usual.body.Header.Customer).toBe(customer)
    await set({ ids: 'numeric' })
    for (const each of [customer, toNumericId(customer)]) {
      const { body } = await bridge.call(`/reports/CustomerBalance?customer=${each}`)
      expect(body.Header.Customer).toBe(toNumericId(customer))
      expect(listCellIds(body.Rows)).toContain(toNumericId(customer))
    }
  })

  it('speaks XML with numbers', async () => {
    const [{ Id: customer }] = await foundBy('SELECT Id FROM Customer MAXRESULTS 1')
    await set({ ids: 'numeric' })
    const headers = { accept: 'application/xml', 'content-type': 'application/xml' }
    const text = `<Customer><DisplayName>Oak</DisplayName><Job>true</Job><ParentRef>${toNumericId(customer)}</ParentRef></Customer>`
    const { body } = await bridge.call('/customer', { text, headers })
    expect(body).toMatch(/<Id>\d{10,19}<\/Id>/)
    expect(body).toMatch(new RegExp(`<ParentRef[^>]*>${toNumericId(customer)}</ParentRef>`))
    const query = encodeURIComponent("SELECT * FROM Customer WHERE DisplayName = 'Oak'")
    const found = await bridge.call(`/query?query=${query}`, { headers })
    expect(found.body).toMatch(/<Id>\d{10,19}<\/Id>/)
  })

  it('replays an outcome in the form of the caller, also to a body with the other form', async () => {
    const [{ Id: customer }] = await foundBy('SELECT Id FROM Customer MAXRESULTS 1')
    const path = '/customer?requestid=numeric-replay'
    const json = (value: string) => ({ DisplayName: 'Beech', Job: true, ParentRef: { value } })
    const first = await bridge.call(path, { json: json(customer) })
    await set({ ids: 'numeric' })
    const second = await bridge.call(path, { json: json(toNumericId(customer)) })
    expect(second.body.Customer.Id).toBe(toNumericId(first.body.Customer.Id))
    expect(second.body.time).toBe(first.body.time)
    await set({ ids: 'text' })
    expect((await bridge.call(path, { json: json(customer) })).body).toEqual(first.body)
  })

  it('reads the only record of an entity by the ID of its realm, which stays what it is', async () => {
    await set({ ids: 'numeric' })
    const { body } = await bridge.call('/companyinfo/1')
    const { Id } = body.CompanyInfo
    expect((await bridge.call(`/companyinfo/${Id}`)).body.CompanyInfo.Id).toBe(Id)
  })
})

describe('an app with numeric fault codes', () => {
  it('gets the numbers of QuickBooks Online in code, and the codes of the service in svc [dp-2.3:5]', async () => {
    await set({ faultCodes: 'numeric' })
    const { status, body } = await bridge.call('/customer', { json: { DisplayName: 'Fir', Nonsense: 1 } })
    expect([status, body.Fault.Error[0].code, body.svc.code]).toEqual([422, '2010', 'UNMAPPED_FIELD'])
    const xml = await bridge.call('/customer/1', { headers: { accept: 'application/xml' } })
    expect(xml.body).toMatch(/<Error code="2030"[\s\S]*<svc code="3000"/)
    const unknown = await bridge.call('/nonsense/1')
    expect([unknown.body.Fault.Error[0].code, unknown.body.svc.code]).toEqual(['500', 'NOT_FOUND'])
  })

  it('gets them in the slots of batches and changed data', async () => {
    await set({ faultCodes: 'numeric' })
    const sent = { BatchItemRequest: [{ bId: '1', operation: 'create', Customer: { Nonsense: 1 } }] }
    const batch = await bridge.call('/batch', { json: sent })
    const [item] = batch.body.BatchItemResponse
    expect([item.Fault.Error[0].code, item.svc.code]).toEqual(['2010', 'UNMAPPED_FIELD'])
    const since = encodeURIComponent(bridge.clock().toISOString())
    const changes = await bridge.call(`/cdc?entities=Budget&changedSince=${since}`)
    const [slot] = changes.body.CDCResponse[0].QueryResponse
    expect([slot.Fault.Error[0].code, slot.svc.code]).toEqual(['500', 'UNSUPPORTED_BY_DESKTOP'])
  })

  it('gets the stored fault of a repeated write as its setting says now', async () => {
    const path = '/customer?requestid=numeric-fault'
    const json = { DisplayName: 'Yew', ParentRef: { value: 'FFF-1700000000' }, Job: true }
    const first = await bridge.call(path, { json })
    await set({ faultCodes: 'numeric' })
    const second = await bridge.call(path, { json })
    expect(second.body.svc).toEqual(first.body.svc)
    expect([first.body.Fault.Error[0].code, second.body.Fault.Error[0].code]).toEqual(['2500', '2500'])
    const mismatch = await bridge.call(path, { json: { ...json, DisplayName: 'Ash' } })
    expect([mismatch.body.Fault.Error[0].code, mismatch.body.svc.code]).toEqual(['6000', 'REQUESTID_BODY_MISMATCH'])
  })
})

/** Lists the IDs in a report's cells. */
function listCellIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { id } = value as { id?: unknown }
  const own = typeof id === 'string' && id !== '' ? [id] : []
  return [...own, ...Object.values(value).flatMap(listCellIds)]
}

function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, each) => (name === 'id' ? undefined : each)))
}
