import type { Desktop } from '@bridge/data-plane/desktop/desktop'
import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import {
  branch,
  leaf,
  parseMessageSet,
  parseMessageSetResponse,
  type QbxmlResponse,
  serializeMessageSetResponse,
} from '@bridge/qbxml'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'

/** Changes a message set's responses; `at` is the position of the request that writes. */
type Lie = (responses: readonly QbxmlResponse[], at: number) => readonly QbxmlResponse[]

/** Responses of a desktop that has written. */
const lies: Readonly<Record<string, Lie>> = {
  'no response': () => [],
  'responses to the other requests only': (responses, at) => responses.filter((_, index) => index !== at),
  'responses to the other requests only, without requestID': (responses, at) =>
    responses.filter((_, index) => index !== at).map(({ requestId: _, ...response }) => response),
  'responses to the earlier requests only': (responses, at) => responses.slice(0, at),
  'a response too many': (responses) => [...responses, ...responses.slice(-1)],
  'another kind of response': changeWritten((response) => ({ ...response, name: 'VehicleAddRs' })),
  'another request’s response': changeWritten((response) => ({ ...response, requestId: '77' })),
}

/** Responses to an Add or a Mod without its record. */
const liesAboutRecords: Readonly<Record<string, Lie>> = {
  'no record': changeWritten((response) => ({ ...response, elements: [] })),
  'another kind of record': changeWritten((response) => ({
    ...response,
    elements: [branch('VehicleRet', [leaf('ListID', 'F-1')])],
  })),
  'a record without ID': changeWritten((response) => ({
    ...response,
    elements: response.elements.map(({ name }) => branch(name, [leaf('Memo', '')])),
  })),
}

/** Responses to a record's change. */
const liesAboutIds: Readonly<Record<string, Lie>> = { 'another record': changeWritten(nameAnother) }

/** Responses to the query reading the record after its change. */
const liesAboutLastRecord: Readonly<Record<string, Lie>> = {
  'another record in the last response': (responses) =>
    responses.map((response, index) => (index === responses.length - 1 ? nameAnother(response) : response)),
}

function changeWritten(change: (response: QbxmlResponse) => QbxmlResponse): Lie {
  return (responses, at) => responses.map((response, index) => (index === at ? change(response) : response))
}

function nameAnother(response: QbxmlResponse): QbxmlResponse {
  const elements = response.elements.map((element) => {
    const children = element.children.map((each) => (isId(each.name) ? leaf(each.name, 'F-1') : each))
    return isId(element.name) ? leaf(element.name, 'F-1') : { ...element, children }
  })
  return { ...response, elements }
}

function isId(name: string): boolean {
  return name === 'TxnID' || name === 'ListID'
}

const desktop = createFaultyDesktop()
let bridge: TestBridge
let told: { readonly lie: Lie; readonly request: string } | undefined
/** The journal's text of the latest write. */
let journal = ''
let messageSetId: string | undefined

const lyingDesktop: Desktop = {
  exchange: async (realmId, messageSet, options) => {
    const outcome = await desktop.exchange(realmId, messageSet, options)
    if (!outcome.sent || outcome.lost || options.kind === 'read') return outcome
    journal = tellLie(messageSet, outcome.response)
    return { ...outcome, response: journal }
  },
  recall: async () => ({ sent: true, lost: false, response: journal }),
}

beforeAll(async () => {
  const options = { sandboxBooks: 'empty', config: { restRequestsPerMinute: 10_000 } } as const
  bridge = await startBridge({ ...options, productionDesktop: lyingDesktop })
})
afterAll(() => bridge.stop())
afterEach(() => {
  told = undefined
  messageSetId = undefined
})

function tellLie(messageSet: string, response: string): string {
  const { requests } = parseMessageSet(messageSet)
  const at = requests.findIndex(({ name }) => name === told?.request)
  if (told === undefined || at === -1) return response
  const { responses, ...head } = parseMessageSetResponse(response)
  const lied = { ...head, ...(messageSetId && { newMessageSetId: messageSetId }), responses: told.lie(responses, at) }
  told = undefined
  return serializeMessageSetResponse(lied)
}

async function post(path: string, json: unknown) {
  return bridge.production.call(path, { json })
}
async function save(entity: string, json: unknown) {
  const { status, body } = await post(`/${entity.toLowerCase()}`, json)
  expect([status, body.Fault]).toEqual([200, undefined])
  return body[entity]
}
let count = 0
function newName() {
  count += 1
  return `Name ${count}`
}
async function getLine() {
  const { body } = await post(`/query?query=${encodeURIComponent('select * from Item maxresults 1')}`, undefined)
  const ItemRef = { value: body.QueryResponse.Item[0].Id }
  return { Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef } }
}
async function newInvoice() {
  const { Id: value } = await save('Customer', { DisplayName: newName() })
  return save('Invoice', { CustomerRef: { value }, Line: [await getLine()] })
}

interface Write {
  /** The request that writes. */
  readonly request: string
  readonly lies: Readonly<Record<string, Lie>>
  /** Returns what to send, and the fields of the record that shows that it was applied. */
  prepare(): Promise<{ readonly path: string; readonly json: object; readonly expected: object }>
}

const writes: Readonly<Record<string, Write>> = {
  'a create': {
    request: 'CustomerAddRq',
    lies: { ...lies, ...liesAboutRecords },
    prepare: async () => {
      const json = { DisplayName: newName() }
      return { path: '/customer', json, expected: { Customer: json } }
    },
  },
  'a create after an added name': {
    request: 'InvoiceAddRq',
    lies: { ...lies, ...liesAboutRecords },
    prepare: async () => {
      const { CustomerRef } = await newInvoice()
      const CustomerMemo = { value: newName() }
      const json = { CustomerRef, CustomerMemo, Line: [await getLine()] }
      return { path: '/invoice', json, expected: { Invoice: { CustomerMemo, TotalAmt: 10 } } }
    },
  },
  'the Mod after an Add': {
    request: 'PurchaseOrderModRq',
    lies: { ...lies, ...liesAboutRecords, ...liesAboutIds },
    prepare: async () => {
      const { Id: value } = await save('Vendor', { DisplayName: newName() })
      const { SalesItemLineDetail } = await getLine()
      const line = {
        Amount: 10,
        DetailType: 'ItemBasedExpenseLineDetail',
        ItemBasedExpenseLineDetail: { ...SalesItemLineDetail, Qty: 1 },
      }
      const json = { VendorRef: { value }, POStatus: 'Closed', Line: [line] }
      return { path: '/purchaseorder', json, expected: { PurchaseOrder: { POStatus: 'Closed' } } }
    },
  },
  'an update': {
    request: 'CustomerModRq',
    lies: { ...lies, ...liesAboutRecords, ...liesAboutIds },
    prepare: async () => {
      const { Id, SyncToken } = await save('Customer', { DisplayName: newName() })
      return { path: '/customer', json: { Id, SyncToken, Notes: 'new' }, expected: { Customer: { Id, Notes: 'new' } } }
    },
  },
  'an update of lines': {
    request: 'InvoiceModRq',
    lies: { ...lies, ...liesAboutRecords, ...liesAboutIds, ...liesAboutLastRecord },
    prepare: async () => {
      const { Id, SyncToken } = await newInvoice()
      const json = { Id, SyncToken, Line: [{ ...(await getLine()), Amount: 7 }] }
      return { path: '/invoice', json, expected: { Invoice: { Id, TotalAmt: 7 } } }
    },
  },
  'custom fields': {
    request: 'DataExtModRq',
    lies: { ...lies, ...liesAboutLastRecord },
    prepare: async () => {
      const { Id, SyncToken } = await save('Customer', { DisplayName: newName() })
      const CustomField = [{ Name: 'Region', Type: 'StringType', StringValue: 'North' }]
      return { path: '/customer', json: { Id, SyncToken, CustomField }, expected: { Customer: { Id, CustomField } } }
    },
  },
  'a void': {
    request: 'TxnVoidRq',
    lies: { ...lies, ...liesAboutIds, ...liesAboutLastRecord },
    prepare: async () => {
      const { Id, SyncToken } = await newInvoice()
      return {
        path: '/invoice?operation=void',
        json: { Id, SyncToken },
        expected: { Invoice: { Id, TotalAmt: 0 } },
      }
    },
  },
  'a deletion': {
    request: 'TxnDelRq',
    lies: { ...lies, ...liesAboutIds },
    prepare: async () => {
      const { Id, SyncToken } = await newInvoice()
      return {
        path: '/invoice?operation=delete',
        json: { Id, SyncToken },
        expected: { Invoice: { Id, status: 'Deleted' } },
      }
    },
  },
}

const cases = Object.entries(writes).flatMap(([what, write]) =>
  Object.entries(write.lies).map(([lie, tell]) => ({ what, lie, write, tell })),
)

describe('a write whose response is not its own [dp-4.2-retries.5]', () => {
  it.each(cases)('is looked up at once: $what, $lie', async ({ write, tell }) => {
    const { path, json, expected } = await write.prepare()
    told = { lie: tell, request: write.request }
    expect(await post(path, json)).toMatchObject({ status: 200, body: expected })
    expect(told).toBeUndefined()
  })

  it.each(cases)('may have been applied, and is looked up by its repetition: $what, $lie', async ({ write, tell }) => {
    const { path, json, expected } = await write.prepare()
    told = { lie: tell, request: write.request }
    desktop.fail('read', ...(lookupFails.get(write.request) ?? ['offline']))
    const url = `${path}${path.includes('?') ? '&' : '?'}requestid=r-${newName().replace(' ', '-')}`
    const first = await post(url, json)
    expect([first.body.Fault?.Error[0].code, first.body.Fault?.Error[0].Detail]).toEqual([
      expect.stringMatching(/^(REQUEST_OUTCOME_UNKNOWN|CUSTOM_FIELD_WRITE_FAILED)$/),
      expect.stringMatching(/The write may have been applied|It was not sent again/),
    ])
    expect(await post(url, json)).toMatchObject({ status: 200, body: expected })
  })
})

/** Which reads fail so that the lookup is the first one. */
const lookupFails = new Map<string, ('none' | 'offline')[]>([
  ['InvoiceModRq', ['none', 'offline']],
  ['TxnVoidRq', ['none', 'offline']],
  ['DataExtModRq', ['none', 'offline']],
])

it('does not take another message set’s response as a write’s [dp-4.2-retries.5]', async () => {
  messageSetId = 'another'
  told = { lie: (responses) => responses.map(nameAnother), request: 'CustomerAddRq' }
  const DisplayName = newName()
  const { body } = await post('/customer', { DisplayName })
  expect(body).toMatchObject({ Customer: { DisplayName, Id: expect.not.stringMatching('F-1') } })
})

it.each(Object.entries({ ...lies, ...liesAboutRecords }))(
  'looks up a batch’s item, and a write without journal: %s [dp-4.2-retries.6]',
  async (_what, lie) => {
    const { recall: _, ...withoutJournal } = lyingDesktop
    const other = await startBridge({ productionDesktop: withoutJournal, sandboxBooks: 'empty' })
    const DisplayName = newName()
    told = { lie, request: 'CustomerAddRq' }
    const BatchItemRequest = [{ bId: '1', operation: 'create', Customer: { DisplayName } }]
    const { body } = await other.production.call('/batch', { json: { BatchItemRequest } })
    expect(body.BatchItemResponse).toMatchObject([{ Customer: { DisplayName } }])
    expect(told).toBeUndefined()
    await other.stop()
  },
)
