import type { ExchangeOptions } from '@bridge/data-plane/desktop/desktop'
import { createFaultyDesktop, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getFault,
  productionRealmId,
  sandboxRealmId,
  startBridge,
  type TestBridge,
  type TestRequest,
  type TestResponse,
} from '../bridge.fixture.ts'
import { openSandboxes } from '../local-sandboxes.fixture.ts'

let bridge: TestBridge
let desktop: FaultyDesktop
let exchanged: ExchangeOptions[] = []
let now = new Date('2026-03-02T12:00:00Z')

beforeAll(async () => {
  bridge = await startBridge({
    sandboxBooks: 'empty',
    clock: () => now,
    productionDesktop: {
      exchange: (realmId, messageSet, options) => {
        exchanged.push(options)
        return desktop.exchange(realmId, messageSet, options)
      },
      recall: async (...recalled) => desktop.recall?.(...recalled) ?? { sent: false, reason: 'cancelled' },
    },
  })
})
afterAll(() => bridge.stop())

beforeEach(async () => {
  now = new Date('2026-03-02T12:00:00Z')
  exchanged = []
  desktop = createFaultyDesktop(() => now)
  await bridge.database.requestOutcome.deleteMany()
})

async function call(path: string, sent: TestRequest = {}, realm = productionRealmId): Promise<TestResponse> {
  const { token } = await bridge.mintToken(realm, new Date(now.getTime() + 60_000))
  return bridge.call(`/v3/company/${realm}${path}`, { ...sent, token })
}
function send(path: string, json: unknown) {
  return call(path, { json })
}
async function first(entity: string) {
  const { body } = await call(`/query?query=${encodeURIComponent(`select * from ${entity} maxresults 1`)}`)
  return body.QueryResponse[entity][0]
}
function add(name: string, requestId = 'r-1') {
  return send(`/customer?requestid=${requestId}`, { DisplayName: name })
}
function customers(name: string) {
  return desktop.count('Customer', `<Name>${name}</Name>`)
}
/** Counts a request's outcomes. */
function outcomes() {
  return bridge.database.requestOutcome.count({ where: { requestHash: { not: '' } } })
}
function later(days: number) {
  now = new Date(now.getTime() + days * 24 * 60 * 60 * 1000)
}

describe('a repeated request [dp-4.2-retries.1]', () => {
  it('replays status, body and warnings unchanged, and posts once', async () => {
    const original = await add('Once')
    now = new Date('2026-03-03T00:00:00Z')
    const second = await add('Once')
    expect([original.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(original.body)
    expect(second.headers.get('content-type')).toBe(original.headers.get('content-type'))
    expect(await customers('Once')).toBe(1)
    expect(desktop.received).toEqual(['CustomerAddRq'])
  })

  it('is recognized regardless of its JSON formatting', async () => {
    await call('/customer?requestid=r-1', { text: '{"DisplayName":"Spelled","CreditLimit":10}' })
    const again = await call('/customer?requestid=r-1', {
      text: '{ "CreditLimit": 10.0,\n "DisplayName": "Spelled" }',
    })
    expect(again.status).toBe(200)
    expect(await customers('Spelled')).toBe(1)
  })

  it('replays an error of QuickBooks', async () => {
    await add('Taken', 'r-0')
    const refused = await add('Taken')
    expect(getFault(refused)).toMatchObject({ status: 400, code: '6240' })
    expect((await add('Taken')).body).toEqual(refused.body)
    expect(desktop.received).toEqual(['CustomerAddRq', 'CustomerAddRq'])
  })

  it('replays updates and deletions', async () => {
    const { Customer } = (await add('Changed')).body
    const update = { Id: Customer.Id, SyncToken: Customer.SyncToken, GivenName: 'Ann' }
    const updated = await send('/customer?requestid=u-1', update)
    expect((await send('/customer?requestid=u-1', update)).body).toEqual(updated.body)
    expect(updated.body.Customer.GivenName).toBe('Ann')

    const { Id, SyncToken } = await first('Invoice')
    const deletion = () => send('/invoice?operation=delete&requestid=d-1', { Id, SyncToken })
    const deleted = await deletion()
    expect(deleted.body.Invoice).toMatchObject({ Id, status: 'Deleted' })
    expect((await deletion()).body).toEqual(deleted.body)
  })

  it('is replayed for 7 days, and then runs again [dp-8:7]', async () => {
    const { body } = await add('Weekly')
    later(6.9)
    expect((await add('Weekly')).body).toEqual(body)
    later(0.2)
    expect(getFault(await add('Weekly'))).toMatchObject({ code: '6240' })
  })

  it('is replayed only for the same company', async () => {
    await add('Here')
    const there = await call('/customer?requestid=r-1', { json: { DisplayName: 'Elsewhere' } }, sandboxRealmId)
    expect(there.status).toBe(200)
    expect(there.body.Customer.DisplayName).toBe('Elsewhere')
  })
})

describe('a request that a restored database does not know', () => {
  const restore = () => bridge.database.requestOutcome.deleteMany()

  it('is not sent again [dp-4.2-retries.1]', async () => {
    const { body } = await add('Restored')
    later(0.5)
    // Other writes clear what QuickBooks need not remember.
    await add('Between', 'r-2')
    await add('Later', 'r-3')
    await restore()
    expect((await add('Restored')).body.Customer).toEqual(body.Customer)
    expect(await customers('Restored')).toBe(1)
    expect(desktop.cleared).toEqual([])
  })

  it('is rejected with another body [dp-4.2-retries.3]', async () => {
    await add('Restored')
    await restore()
    expect(getFault(await add('Another')).code).toBe('REQUESTID_BODY_MISMATCH')
    expect(await customers('Another')).toBe(0)
    expect((await add('Restored')).status).toBe(200)
  })

  it('is a different one in another company', async () => {
    await add('Restored')
    await restore()
    const there = await call('/customer?requestid=r-1', { json: { DisplayName: 'Third' } }, sandboxRealmId)
    expect(there.body.Customer.DisplayName).toBe('Third')
  })

  it('is sent after momentary locks', async () => {
    desktop.lockOnce()
    expect(getFault(await add('Locked')).code).toBe('3175')
    expect((await add('Locked')).status).toBe(200)
    await restore()
    expect(getFault(await add('Locked')).code).toBe('3175')
    expect((await add('Locked')).status).toBe(200)
    expect(await customers('Locked')).toBe(1)
  })
})

describe('a request that was not executed', () => {
  it.each([
    ['the agent is offline', () => desktop.fail('write', 'offline'), 'AGENT_OFFLINE'],
    ['the agent is busy', () => desktop.fail('write', 'busy'), 'AGENT_BUSY'],
    ['a dialog is open', () => desktop.fail('write', 'dialog'), 'AGENT_EXECUTION_ERROR'],
    ['a lock is held', () => desktop.lockOnce(), '3175'],
  ])('is not stored if %s', async (_why, trouble, code) => {
    trouble()
    expect(getFault(await add('Later')).code).toBe(code)
    expect(await outcomes()).toBe(0)
    expect((await add('Later')).status).toBe(200)
    expect(await customers('Later')).toBe(1)
  })

  it('is not stored if a lock prevents the customer message from being added', async () => {
    const { Invoice } = await newInvoice()
    const draft = { CustomerRef: Invoice.CustomerRef, CustomerMemo: { value: 'New' }, Line: [line] }
    desktop.lockOnce()
    expect(getFault(await send('/invoice?requestid=c-1', draft)).code).toBe('3175')
    expect((await send('/invoice?requestid=c-1', draft)).status).toBe(200)
  })

  it('is not stored if the request is invalid', async () => {
    expect(getFault(await send('/customer?requestid=r-1', { Nonsense: 1 })).code).toBe('UNMAPPED_FIELD')
    expect((await add('Right now')).status).toBe(200)
  })
})

describe('a repeated requestid [dp-4.2-retries.3] [dp-7.2:REQUESTID_BODY_MISMATCH]', () => {
  it.each([
    ['with another body', '/customer?requestid=r-1', { DisplayName: 'Other' }],
    ['for another entity', '/vendor?requestid=r-1', { DisplayName: 'First' }],
    ['for another operation', '/customer?requestid=r-1', { Id: '80000001-1', SyncToken: '1', DisplayName: 'First' }],
  ])('is rejected %s, and nothing is run', async (_how, path, body) => {
    await add('First')
    const refused = await send(path, body)
    expect(getFault(refused)).toEqual({ status: 422, code: 'REQUESTID_BODY_MISMATCH', element: 'requestid' })
    expect(desktop.received).toEqual(['CustomerAddRq'])
  })
})

it('rejects a repetition while the first call runs [dp-4.2-retries.4] [dp-7.2:REQUEST_IN_FLIGHT]', async () => {
  const release = desktop.hold()
  const slow = add('Slow')
  await expect.poll(outcomes).toBe(1)
  const second = await add('Slow')
  expect(getFault(second)).toEqual({ status: 409, code: 'REQUEST_IN_FLIGHT' })
  expect(second.headers.get('retry-after')).toBe('2')
  expect(getFault(await add('Another')).code).toBe('REQUESTID_BODY_MISMATCH')
  release()
  const { status, body } = await slow
  expect(status).toBe(200)
  expect((await add('Slow')).body).toEqual(body)
  expect(await customers('Slow')).toBe(1)
})

it('takes over a run from a stopped server [dp-4.2-retries.4]', async () => {
  desktop.hold()
  void add('Abandoned')
  await expect.poll(outcomes).toBe(1)
  expect(getFault(await add('Abandoned')).code).toBe('REQUEST_IN_FLIGHT')
  await bridge.database.$executeRaw`UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'`
  desktop.hold()()
  expect((await add('Abandoned')).status).toBe(200)
})

describe('a lost write [dp-4.2-retries.5] [dp-7.2:REQUEST_OUTCOME_UNKNOWN]', () => {
  it('is completed once QuickBooks confirms that it was applied', async () => {
    desktop.fail('write', 'lost after')
    expect(getFault(await add('Lost'))).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
    desktop.fail('read', 'offline')
    expect(getFault(await add('Lost'))).toEqual({ status: 502, code: 'REQUEST_OUTCOME_UNKNOWN' })
    desktop.fail('read', 'lost before')
    expect(getFault(await add('Lost')).code).toBe('REQUEST_OUTCOME_UNKNOWN')

    const found = await add('Lost')
    expect(found.status).toBe(200)
    expect(found.body.Customer).toMatchObject({ DisplayName: 'Lost', Active: true })
    expect((await add('Lost')).body).toEqual(found.body)
    expect(desktop.received).toEqual(['CustomerAddRq', 'check', 'CustomerQueryRq'])
    expect(await customers('Lost')).toBe(1)
  })

  it('is looked up in the company file that it was sent to, as is the record that it created', async () => {
    desktop.fail('write', 'lost after')
    await add('Same file')
    expect((await add('Same file')).status).toBe(200)
    const messageSetIds = exchanged.flatMap(({ write }) => write?.messageSetId ?? [])
    expect(messageSetIds).toHaveLength(1)
    expect(exchanged.flatMap(({ sameFileAs }) => sameFileAs ?? [])).toEqual([...messageSetIds, ...messageSetIds])
  })

  it('is sent again only to the company file that it was sent to', async () => {
    desktop.fail('write', 'lost before')
    await add('Sent again')
    expect((await add('Sent again')).status).toBe(200)
    const writes = exchanged.filter(({ kind }) => kind === 'write')
    const [messageSetId] = writes.flatMap(({ write }) => write?.messageSetId ?? [])
    expect(writes.map(({ sameFileAs }) => sameFileAs)).toEqual([undefined, messageSetId])
  })

  it('is rejected if QuickBooks rejected it', async () => {
    await add('Taken', 'r-0')
    desktop.fail('write', 'lost after')
    expect(getFault(await add('Taken')).code).toBe('AGENT_TIMEOUT')
    expect(getFault(await add('Taken'))).toMatchObject({ status: 400, code: '6240' })
  })

  it('is sent once QuickBooks confirms that it was never applied', async () => {
    desktop.fail('write', 'lost before')
    expect(getFault(await add('Never')).code).toBe('AGENT_TIMEOUT')
    expect((await add('Never')).status).toBe(200)
    expect(desktop.received).toEqual(['check', 'CustomerAddRq'])
  })

  it('is completed from the journal without a request to QuickBooks', async () => {
    const response =
      '<QBXML><QBXMLMsgsRs><CustomerAddRs requestID="1" statusCode="3100" statusSeverity="Error" statusMessage="The name is already in use."/></QBXMLMsgsRs></QBXML>'
    desktop.fail('write', 'lost before')
    await add('In the journal')
    desktop.recalled = { sent: true, lost: false, response: response }
    expect(getFault(await add('In the journal')).code).toBe('6240')
    expect(desktop.received).toEqual([])
  })

  it.each([
    ['a query', '<CustomerQueryRs requestID="1" statusCode="1" statusSeverity="Info" statusMessage=""/>'],
    ['another write', '<VendorAddRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage=""/>'],
    ['another request', '<CustomerAddRs requestID="2" statusCode="3100" statusSeverity="Error" statusMessage=""/>'],
  ])('does not take a stored response to %s as its outcome', async (_what, response) => {
    desktop.fail('write', 'lost after', 'lost before')
    await add('Mine')
    await add('Unsent', 'r-2')
    const text = `<QBXML><QBXMLMsgsRs>${response}</QBXMLMsgsRs></QBXML>`
    desktop.recalled = { sent: true, lost: false, response: text }
    expect((await add('Mine')).body.Customer).toMatchObject({ DisplayName: 'Mine' })
    expect(await customers('Mine')).toBe(1)
    // QuickBooks has no record of it, although something responded.
    expect(getFault(await add('Unsent', 'r-2')).code).toBe('REQUEST_OUTCOME_UNKNOWN')
  })

  it('does not take the record of another write in QuickBooks as its outcome', async () => {
    desktop.fail('write', 'lost before')
    await add('Mine')
    const { exchange } = desktop
    desktop.exchange = async (...exchanged) =>
      exchanged[1].includes('oldMessageSetID')
        ? {
            sent: true,
            lost: false,
            response:
              '<QBXML><QBXMLMsgsRs messageSetStatusCode="0"><VendorAddRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage=""/></QBXMLMsgsRs></QBXML>',
          }
        : exchange(...exchanged)
    expect(getFault(await add('Mine')).code).toBe('REQUEST_OUTCOME_UNKNOWN')
    expect(await customers('Mine')).toBe(0)
  })

  it('is looked up in QuickBooks if its response was dropped from the journal, and never sent again', async () => {
    desktop.recalled = { sent: true, lost: true, reason: 'unreadable' }
    desktop.fail('write', 'lost after')
    await add('Dropped')
    expect((await add('Dropped')).body.Customer).toMatchObject({ DisplayName: 'Dropped' })
    expect(await customers('Dropped')).toBe(1)

    // QuickBooks ran this one, too, and lost its record with a restored backup.
    desktop.fail('write', 'lost before')
    await add('Restored', 'r-2')
    expect(getFault(await add('Restored', 'r-2'))).toEqual({ status: 502, code: 'REQUEST_OUTCOME_UNKNOWN' })
    expect(await customers('Restored')).toBe(0)
  })

  it('is sent if the journal shows that it was never sent', async () => {
    desktop.fail('write', 'lost before')
    await add('Cancelled')
    desktop.recalled = { sent: false, reason: 'cancelled' }
    expect((await add('Cancelled')).status).toBe(200)
    expect(desktop.received).toEqual(['CustomerAddRq'])
  })

  it('keeps its requestid while its outcome is unknown', async () => {
    desktop.fail('write', 'lost before')
    await add('Kept')
    expect(getFault(await add('Another')).code).toBe('REQUESTID_BODY_MISMATCH')
  })

  it('continues with the records that were read before it', async () => {
    const { Invoice } = await newInvoice()
    const update = { Id: Invoice.Id, SyncToken: Invoice.SyncToken, Line: [{ ...line, Description: 'the only one' }] }
    desktop.received.length = 0
    desktop.fail('write', 'lost after')
    expect(getFault(await send('/invoice?requestid=u-1', update)).code).toBe('AGENT_TIMEOUT')
    const found = await send('/invoice?requestid=u-1', update)
    expect(found.status).toBe(200)
    expect(found.body.Invoice.Line[0].Description).toBe('the only one')
    // The current record is not read again, because it may have changed.
    expect(desktop.received).toEqual([
      'InvoiceQueryRq',
      'InvoiceModRq InvoiceQueryRq',
      'check',
      'InvoiceQueryRq InvoiceQueryRq',
    ])
  })

  it('is completed if it also added a customer message', async () => {
    const { Invoice } = await newInvoice()
    const { CustomerRef } = Invoice
    for (const [id, draft] of [
      ['c-1', { CustomerRef, CustomerMemo: { value: 'New' }, Line: [line] }],
      ['c-2', { CustomerRef, CustomerMemo: { value: 'New' }, Line: [line] }],
      ['u-1', { Id: Invoice.Id, SyncToken: Invoice.SyncToken, CustomerMemo: { value: 'Newer' } }],
    ] as const) {
      desktop.fail('write', 'lost after')
      expect(getFault(await send(`/invoice?requestid=${id}`, draft)).code).toBe('AGENT_TIMEOUT')
      const found = await send(`/invoice?requestid=${id}`, draft)
      expect([found.status, found.body.Invoice?.CustomerMemo]).toEqual([200, draft.CustomerMemo])
      expect((await send(`/invoice?requestid=${id}`, draft)).body).toEqual(found.body)
    }
    expect(await desktop.count('CustomerMsg', '<Name>New</Name>')).toBe(1)
    expect(await desktop.count('Invoice', '<FullName>New</FullName>')).toBe(2)
  })

  it('is completed with the results of its queries, even empty ones', async () => {
    const { Vendor } = (await send('/vendor', { DisplayName: 'Freelance' })).body
    const draft = { NameOf: 'Employee', EmployeeRef: { value: Vendor.Id }, Hours: 1 }
    desktop.fail('write', 'lost after')
    expect(getFault(await send('/timeactivity?requestid=t-1', draft)).code).toBe('AGENT_TIMEOUT')
    const found = await send('/timeactivity?requestid=t-1', draft)
    expect([found.status, found.body.TimeActivity]).toMatchObject([200, { NameOf: 'Vendor', Hours: 1 }])
  })

  it('is rejected if QuickBooks rejected it after adding a customer message', async () => {
    const { Invoice } = await newInvoice()
    const draft = { CustomerRef: { value: '8000FFFF-1' }, CustomerMemo: { value: 'New' }, Line: Invoice.Line }
    desktop.fail('write', 'lost after')
    expect(getFault(await send('/invoice?requestid=c-1', draft)).code).toBe('AGENT_TIMEOUT')
    expect(getFault(await send('/invoice?requestid=c-1', draft))).toMatchObject({
      code: '2500',
      element: 'CustomerRef',
    })
  })

  it('is completed if it is a void, with the record read back', async () => {
    const { Invoice } = await newInvoice()
    const order = { Id: Invoice.Id, SyncToken: Invoice.SyncToken }
    desktop.fail('write', 'lost after')
    expect(getFault(await send('/invoice?operation=void&requestid=v-1', order)).code).toBe('AGENT_TIMEOUT')
    const found = await send('/invoice?operation=void&requestid=v-1', order)
    expect([found.status, found.body.Invoice?.TotalAmt]).toEqual([200, 0])
  })
})

const line = { Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: {} as object }
async function newInvoice() {
  line.SalesItemLineDetail = { ItemRef: { value: (await first('Item')).Id } }
  const { Customer } = (await add('Buyer', 'buyer')).body
  return (await send('/invoice', { CustomerRef: { value: Customer.Id }, Line: [line, line] })).body
}

it('accepts the combined requestid of a batch item [dp-4.2-retries.6]', async () => {
  const key = `${'r'.repeat(36)}:${'b'.repeat(10)}`
  expect((await add('Item', key)).status).toBe(200)
  expect((await add('Item', key)).status).toBe(200)
  expect(await customers('Item')).toBe(1)
})

it('replays on a sandbox realm', async () => {
  const create = () => call('/customer?requestid=s-1', { json: { DisplayName: 'Sandboxed' } }, sandboxRealmId)
  const created = await create()
  expect(created.status).toBe(200)
  expect((await create()).body).toEqual(created.body)
})

it('forgets the outcomes of a sandbox when its books are reset [cp-4.3]', async () => {
  const create = () => call('/customer?requestid=s-1', { json: { DisplayName: 'Gone' } }, sandboxRealmId)
  const { Customer: gone } = (await create()).body
  const { database, config } = bridge
  const clock = () => now
  await openSandboxes({ database, clock, config }).reset(sandboxRealmId, 'empty')
  now = new Date(now.getTime() + 1_000)
  const { Customer } = (await create()).body
  expect(Customer).toMatchObject({ DisplayName: 'Gone' })
  expect(Customer.Id).not.toBe(gone.Id)
  expect((await call(`/customer/${Customer.Id}`, {}, sandboxRealmId)).body.Customer).toEqual(Customer)
})
