import { createFaultyDesktop, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { parseMessageSetResponse, type QbxmlResponse } from '@bridge/qbxml'
import { registry } from '@bridge/translation'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getFault, productionRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { requireDocumentedResponse } from '../documented-response.fixture.ts'
import { openRecords } from '../records.fixture.ts'

let bridge: TestBridge
let desktop: FaultyDesktop
let now = Date.UTC(2026, 2, 16)

const hour = 3_600_000
const day = 24 * hour
function stamp(ms = now) {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`
}

/** Advances the clock and returns the new time. */
function pass(ms: number): string {
  now += ms
  return stamp()
}

const { created, removed } = openRecords(() => bridge.production)
function askFor(entities: string, changedSince: string) {
  return bridge.production.call(`/cdc?entities=${entities}&changedSince=${encodeURIComponent(changedSince)}`)
}
async function readSlots(entities: string, changedSince: string) {
  const response = await askFor(entities, changedSince)
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  requireDocumentedResponse('GET', `/v3/company/${productionRealmId}/cdc`, 200, response.body)
  expect(Object.keys(response.body)).toEqual(['CDCResponse', 'time'])
  expect(response.body.CDCResponse).toHaveLength(1)
  return response.body.CDCResponse[0].QueryResponse
}
/** Reads the changed rows of a single entity. */
async function readRows(entity: string, changedSince: string) {
  return (await readSlots(entity, changedSince))[0][entity]
}
const allEntities = Object.values(registry).flatMap((found) => (found.kind === 'built' ? [found.table.name] : []))
/** Reads the changes of every supported entity, and returns the fields of each slot. */
async function readAllEntities() {
  desktop.switches.multiCurrency = true
  const slots = await readSlots(allEntities.join(), stamp(now - 29 * day))
  desktop.switches.multiCurrency = false
  return slots.map((slot: object) => Object.keys(slot))
}
async function createForId(entity: string, json: unknown): Promise<string> {
  return (await created(entity, json)).Id
}
function newInvoice() {
  return created('invoice', {
    CustomerRef: { value: customer },
    Line: [{ Amount: 5, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: item }, Qty: 1 } }],
  })
}
function deleteInvoice(Id: string) {
  return removed('invoice', { Id, SyncToken: '1' })
}
function estimate() {
  return {
    CustomerRef: { value: customer },
    Line: [{ DetailType: 'DescriptionOnly', Description: 'Work' }],
  }
}
function deleteEstimate(Id: string) {
  return removed('estimate', { Id, SyncToken: '1' })
}
/** Changes the books in QuickBooks directly, bypassing the service. */
async function inQuickBooks(requests: string): Promise<readonly QbxmlResponse[]> {
  const set = `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`
  const result = await desktop.exchange(productionRealmId, set, { kind: 'read' })
  if (!result.sent || result.lost) throw new Error('The requests were lost.')
  const { responses } = parseMessageSetResponse(result.response)
  expect(responses.filter(({ statusCode }) => statusCode !== 0)).toEqual([])
  return responses
}
function firstId([response]: readonly QbxmlResponse[]) {
  return response?.elements[0]?.children[0]?.text ?? ''
}
function deleteFromList(type: string, id: string) {
  return inQuickBooks(`<ListDelRq><ListDelType>${type}</ListDelType><ListID>${id}</ListID></ListDelRq>`)
}
function stub(Id: string, at: string) {
  return {
    Id,
    status: 'Deleted',
    domain: 'QBO',
    MetaData: { LastUpdatedTime: at },
  }
}

let customer: string
let item: string

beforeAll(async () => {
  now = Date.parse('2026-02-10T12:00:00Z')
  desktop = createFaultyDesktop(() => new Date(now))
  bridge = await startBridge({ clock: () => new Date(now), productionDesktop: desktop })
  customer = await createForId('customer', { DisplayName: 'Buyer' })
  const income = await createForId('account', { Name: 'Income of the test', AccountType: 'Income' })
  item = await createForId('item', { Name: 'Book', Type: 'Service', IncomeAccountRef: { value: income } })
})
afterAll(() => bridge.stop())
beforeEach(() => {
  pass(day)
  desktop.received.length = 0
})

describe('runChanges', () => {
  it('returns one slot per entity, in the order of the request [dp-4.5:2] [dp-4.5:Dedup] [dp-2.4:4]', async () => {
    const since = pass(1000)
    const vendor = await created('vendor', { DisplayName: 'Seller' })
    expect(await readSlots('vendor,Customer,VENDOR, customer ,,Bill', since)).toEqual([
      { Vendor: [vendor], startPosition: 1, maxResults: 1 },
      { Customer: [], startPosition: 1, maxResults: 0 },
      { Bill: [], startPosition: 1, maxResults: 0 },
    ])
  })

  it('returns whole records with their lines [dp-4.5:2]', async () => {
    const since = pass(1000)
    const invoice = await newInvoice()
    expect(await readSlots('Invoice', since)).toEqual([{ Invoice: [invoice], startPosition: 1, maxResults: 1 }])
    expect(invoice.Line).toHaveLength(2)
  })

  it('includes changes from the second of changedSince on, and no earlier ones', async () => {
    const at = pass(1000)
    const { Id } = await created('class', { Name: 'Now' })
    expect(await readRows('Class', at)).toMatchObject([{ Id }])
    expect(await readRows('Class', stamp(now + 1000))).toEqual([])
  })

  it('lists deletions after changes, oldest first [dp-4.5:3] [dp-2.4:2]', async () => {
    const [first, second, third] = [await newInvoice(), await newInvoice(), await newInvoice()]
    const since = pass(1000)
    await deleteInvoice(second.Id)
    const firstWent = pass(60_000)
    await deleteInvoice(first.Id)
    pass(60_000)
    const changed = await created('invoice', { Id: third.Id, SyncToken: third.SyncToken, PrivateNote: 'changed' })
    expect(await readSlots('Invoice', since)).toEqual([
      {
        Invoice: [changed, stub(second.Id, since), stub(first.Id, firstWent)],
        startPosition: 1,
        maxResults: 3,
      },
    ])
    expect(await readRows('Invoice', firstWent)).toEqual([changed, stub(first.Id, firstWent)])
  })

  it('lists a deactivated record as changed, not as deleted [dp-4.5.1]', async () => {
    const { Id, SyncToken } = await created('vendor', { DisplayName: 'Former seller' })
    const since = pass(1000)
    await created('vendor', { Id, SyncToken, Active: false })
    expect(await readRows('Vendor', since)).toMatchObject([{ Id, Active: false, DisplayName: 'Former seller' }])
  })

  it('always includes the company and its preferences [dp-4.5.4]', async () => {
    const future = stamp(now + 10 * day)
    expect(await readSlots('CompanyInfo,Preferences', future)).toMatchObject([
      { CompanyInfo: [{ Id: productionRealmId }], startPosition: 1, maxResults: 1 },
      { Preferences: [{ CurrencyPrefs: {} }], startPosition: 1, maxResults: 1 },
    ])
  })

  it('reads an entity of several types and its deletions in one message set', async () => {
    const since = pass(1000)
    const standard = await createForId('term', { Name: 'Net 9', DueDays: 9 })
    const dated = await createForId('term', { Name: 'On the 9th', DayOfMonthDue: 9 })
    desktop.received.length = 0
    const rows = await readRows('Term', since)
    expect(rows.map(({ Id }: { Id: string }) => Id)).toEqual([standard, dated])
    await readSlots('Purchase,BillPayment', since)
    expect(desktop.received).toEqual([
      'TermsQueryRq ListDeletedQueryRq',
      'CheckQueryRq CreditCardChargeQueryRq CreditCardCreditQueryRq VendorQueryRq EmployeeQueryRq OtherNameQueryRq TxnDeletedQueryRq',
      'BillPaymentCheckQueryRq BillPaymentCreditCardQueryRq TxnDeletedQueryRq',
    ])
  })

  it('needs one exchange per entity [dp-4.5.5]', async () => {
    const names = 'Customer,Item,Account,Invoice,TimeActivity,TaxRate,TaxAgency,Transfer,CompanyInfo'
    await readSlots(names, stamp(now - 29 * day))
    expect(desktop.received).toEqual([
      'CustomerQueryRq ListDeletedQueryRq',
      'ItemQueryRq ListDeletedQueryRq',
      'AccountQueryRq ListDeletedQueryRq',
      'InvoiceQueryRq TxnDeletedQueryRq',
      'TimeTrackingQueryRq VendorQueryRq EmployeeQueryRq OtherNameQueryRq TxnDeletedQueryRq',
      'ItemSalesTaxQueryRq ItemSalesTaxGroupQueryRq ItemSalesTaxQueryRq ListDeletedQueryRq',
      'VendorQueryRq ItemSalesTaxQueryRq',
      'TransferQueryRq',
      'CompanyQueryRq',
    ])
  })

  it('returns a slot for every supported entity [dp-4.5:2]', async () => {
    expect(await readAllEntities()).toEqual(allEntities.map((name) => [name, 'startPosition', 'maxResults']))
  })

  it('sets no deadline: reads every entity, each just within its timeout [dp-4.5.5]', async () => {
    const { exchange } = desktop
    desktop.exchange = (...sent) => {
      pass(59_000)
      return exchange(...sent)
    }
    const started = now
    const slots = await readAllEntities()
    desktop.exchange = exchange
    expect(slots).toEqual(allEntities.map((name) => [name, 'startPosition', 'maxResults']))
    expect(desktop.received.length).toBeGreaterThanOrEqual(allEntities.length)
    expect(now - started).toBe(desktop.received.length * 59_000)
  })

  it('returns classes as departments if the realm has the setting [cp-4.7:5]', async () => {
    const since = pass(1000)
    const { Id } = await created('class', { Name: 'Depot' })
    expect(await readSlots('Department', since)).toMatchObject([
      { Fault: { Error: [{ code: 'UNSUPPORTED_BY_DESKTOP' }] } },
    ])
    await bridge.database.realmSettings.create({
      data: { realmId: productionRealmId, values: { departmentsFromClasses: true } },
    })
    pass(5_000)
    expect(await readSlots('department', since)).toMatchObject([{ Department: [{ Id, Name: 'Depot' }], maxResults: 1 }])
    const went = pass(1000)
    await deleteFromList('Class', Id)
    expect(await readSlots('Department,Class', since)).toEqual([
      { Department: [stub(Id, went)], startPosition: 1, maxResults: 1 },
      { Class: [stub(Id, went)], startPosition: 1, maxResults: 1 },
    ])
    await bridge.database.realmSettings.delete({ where: { realmId: productionRealmId } })
    pass(5_000)
  })
})

it('returns exactly the changes since a time, for any sequence of changes [dp-4.5:2]', async () => {
  const step = fc.record({
    act: fc.constantFrom('create', 'create', 'change', 'delete'),
    which: fc.nat({ max: 3 }),
    gap: fc.oneof(fc.constantFrom(0, 1000, 2000), fc.nat({ max: 3 * hour })),
  })
  const run = async (steps: readonly { act: string; which: number; gap: number }[], from: number) => {
    // A record that changes several times within a second is stamped with the following seconds.
    now = Math.ceil(now / 1000) * 1000 + 60_000
    const live: { Id: string; SyncToken: string; at: number }[] = []
    const gone: { Id: string; at: number }[] = []
    const times = [now]
    for (const { act, which, gap } of steps) {
      now = Math.floor((now + gap) / 1000) * 1000
      times.push(now, now + 1000)
      const [found] = act === 'create' ? [] : live.splice(which, 1)
      if (found && act === 'delete') {
        await deleteEstimate(found.Id)
        gone.push({ Id: found.Id, at: now })
      } else {
        const body = found ? { Id: found.Id, SyncToken: found.SyncToken, PrivateNote: `${now}` } : estimate()
        const { Id, SyncToken, MetaData } = await created('estimate', body)
        live.push({ Id, SyncToken, at: Date.parse(MetaData.LastUpdatedTime) })
      }
    }
    const since = times[from % times.length] ?? now
    const rows: { Id: string; status?: string }[] = await readRows('Estimate', stamp(since))
    const findIds = (all: readonly { Id: string; at: number }[]) =>
      all.filter(({ at }) => at >= since).map(({ Id }) => Id)
    const changed = rows.filter(({ status }) => status === undefined).map(({ Id }) => Id)
    expect(changed.sort()).toEqual(findIds(live).sort())
    expect(rows.slice(changed.length).map(({ Id }) => Id)).toEqual(findIds(gone))
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.nat(), run), { numRuns: 20 })
})

describe('runChanges after deletions', () => {
  it('lists deletions of standard terms, but not of date-driven ones [dp-4.5.2]', async () => {
    const standard = await createForId('term', { Name: 'Net 11', DueDays: 11 })
    const dated = await createForId('term', { Name: 'On the 11th', DayOfMonthDue: 11 })
    const since = pass(1000)
    await deleteFromList('StandardTerms', standard)
    await deleteFromList('DateDrivenTerms', dated)
    expect(await readRows('Term', since)).toEqual([stub(standard, since)])
  })

  it('lists the deletion of a sales tax item in the slots of Item and TaxRate [dp-4.5.3]', async () => {
    const vendor = await createForId('vendor', { DisplayName: 'State of the test' })
    const add = (name: string) =>
      inQuickBooks(
        `<ItemSalesTaxAddRq><ItemSalesTaxAdd><Name>${name}</Name><TaxRate>7</TaxRate><TaxVendorRef><ListID>${vendor}</ListID></TaxVendorRef></ItemSalesTaxAdd></ItemSalesTaxAddRq>`,
      )
    const rate = firstId(await add('County'))
    const since = pass(1000)
    expect(await readSlots('TaxAgency', stamp(now - 60_000))).toMatchObject([{ TaxAgency: [{ Id: vendor }] }])
    await deleteFromList('ItemSalesTax', rate)
    expect(await readSlots('Item,TaxRate', since)).toEqual([
      { Item: [stub(rate, since)], startPosition: 1, maxResults: 1 },
      { TaxRate: [stub(rate, since)], startPosition: 1, maxResults: 1 },
    ])
  })

  it('does not list deletions of vendors as deletions of tax agencies [dp-4.5.2]', async () => {
    const vendor = await createForId('vendor', { DisplayName: 'Gone' })
    const since = pass(1000)
    await deleteFromList('Vendor', vendor)
    expect(await readSlots('Vendor,TaxAgency', since)).toEqual([
      { Vendor: [stub(vendor, since)], startPosition: 1, maxResults: 1 },
      { TaxAgency: [], startPosition: 1, maxResults: 0 },
    ])
  })
})

describe('runChanges with a fault', () => {
  it('returns the fault of an entity only in its slot [dp-4.5:4]', async () => {
    const slots = await readSlots('Nothing,Class,Budget,TaxPayment,CompanyCurrency', pass(1000))
    expect(slots.map((slot: { Fault?: { Error: { code: string }[] } }) => slot.Fault?.Error[0]?.code)).toEqual([
      'NOT_FOUND',
      undefined,
      'UNSUPPORTED_BY_DESKTOP',
      'UNSUPPORTED_BY_DESKTOP',
      undefined,
    ])
    expect(slots[0]).toMatchObject({
      Fault: { type: 'ValidationFault', Error: [{ Detail: expect.stringMatching(/docs\/errors\/NOT_FOUND$/) }] },
      svc: { code: 'NOT_FOUND', causes: expect.any(Array), fixes: expect.any(Array) },
    })
    expect(slots[0]).not.toHaveProperty('time')
  })

  it('returns a fault in one slot if QuickBooks is briefly unavailable [dp-4.5:4]', async () => {
    desktop.fail('read', 'dialog')
    expect(await readSlots('Class,Term', pass(1000))).toMatchObject([
      { Fault: { Error: [{ code: 'AGENT_EXECUTION_ERROR' }], type: 'SystemFault' } },
      { Term: [], startPosition: 1, maxResults: 0 },
    ])
  })

  it('returns CDC_OVERFLOW for more than 1,000 changes instead of truncating them [dp-4.5:Cap] [dp-7.2:CDC_OVERFLOW] [dp-8:9]', async () => {
    pass(3 * hour)
    const add = (name: string) => `<ClassAddRq><ClassAdd><Name>${name}</Name></ClassAdd></ClassAddRq>`
    await inQuickBooks(Array.from({ length: 1500 }, (_, index) => add(`Before ${index}`)).join(''))
    const since = pass(60_000)
    const added = await inQuickBooks(Array.from({ length: 1000 }, (_, index) => add(`After ${index}`)).join(''))
    desktop.received.length = 0
    const [full] = await readSlots('Class', since)
    expect([full.maxResults, full.Class.length, full.startPosition]).toEqual([1000, 1000, 1])
    expect(new Set(full.Class.map(({ Name }: { Name: string }) => Name)).size).toBe(1000)
    expect(desktop.received).toEqual(['ClassQueryRq ListDeletedQueryRq', 'ClassQueryRq'])

    await deleteFromList('Class', firstId(added))
    expect((await readSlots('Class', since))[0].maxResults).toBe(1000)
    await createForId('class', { Name: 'One too many' })
    expect(await readSlots('Class,Term', since)).toMatchObject([
      { Fault: { Error: [{ code: 'CDC_OVERFLOW' }], type: 'ValidationFault' }, svc: { code: 'CDC_OVERFLOW' } },
      { Term: [] },
    ])
  })
})

describe('runChanges without a connection', () => {
  it.each([
    ['AGENT_OFFLINE', 503, 'offline'],
    ['AGENT_BUSY', 503, 'busy'],
    ['APP_NOT_OPEN', 503, 'app-not-open'],
    ['AGENT_TIMEOUT', 504, 'lost after'],
  ] as const)('throws %s before the first response [dp-4.5:5]', async (code, status, trouble) => {
    desktop.fail('read', trouble)
    const response = await askFor('Nothing,Customer,Vendor', pass(1000))
    expect(getFault(response)).toEqual({ status, code })
    expect(response.body.CDCResponse).toBeUndefined()
  })

  it.each([
    ['AGENT_OFFLINE', 'offline', 'AGENT_OFFLINE'],
    ['AGENT_OFFLINE', 'busy', 'AGENT_OFFLINE'],
    ['AGENT_TIMEOUT', 'lost after', 'AGENT_OFFLINE'],
    ['APP_NOT_OPEN', 'app-not-open', 'APP_NOT_OPEN'],
  ] as const)(
    'keeps the fetched rows, returns %s for the entity and reads no others [dp-4.5:6]',
    async (code, trouble, behind) => {
      const since = pass(1000)
      const Id = await createForId('class', { Name: `Kept before ${trouble}` })
      desktop.received.length = 0
      desktop.fail('read', 'none', trouble)
      const [first, ...slots] = await readSlots('Class,Customer,Vendor,Nothing,Bill', since)
      expect(first).toMatchObject({ Class: [{ Id }] })
      expect(slots.map((slot: { Fault: { Error: { code: string }[] } }) => slot.Fault.Error[0]?.code)).toEqual([
        code,
        behind,
        'NOT_FOUND',
        behind,
      ])
      expect(desktop.received.filter((sent) => !/^(Class|Customer)Query/.test(sent))).toEqual([])
    },
  )
})
