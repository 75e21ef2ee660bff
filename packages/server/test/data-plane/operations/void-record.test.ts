import { createRecordingDesktop, received } from '@bridge/data-plane/testing/recording-desktop'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'

let bridge: TestBridge
const desktop = createRecordingDesktop()

beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop })
})
afterAll(() => bridge.stop())
afterEach(() => {
  desktop.onResponse = () => undefined
})

function post(path: string, json: unknown) {
  return bridge.production.call(path, { json })
}
async function query(entity: string) {
  const path = `/query?query=${encodeURIComponent(`select * from ${entity} maxresults 1`)}`
  const response = await bridge.production.call(path)
  return response.body.QueryResponse[entity][0]
}
async function newInvoice() {
  const [{ Id: customer }, { Id: item }] = [await query('Customer'), await query('Item')]
  const line = {
    Amount: 200,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: item }, Qty: 2, UnitPrice: 100 },
  }
  const response = await post('/invoice', {
    CustomerRef: { value: customer },
    TxnDate: '2026-03-02',
    PrivateNote: 'By mistake',
    Line: [line],
  })
  expect(response.status).toBe(200)
  desktop.exchanged.length = 0
  return response.body.Invoice
}
function requests() {
  return desktop.exchanged.map((each) => each.requests)
}

describe('voidRecord', () => {
  it.each(['operation=void', 'include=void', 'operation=update&include=void'])(
    'zeroes an invoice and keeps it: %s [dp-4.2:5] [dp-4.2-void.1] [dp-4.2-void.4]',
    async (parameters) => {
      const { Id, SyncToken, TxnDate } = await newInvoice()
      const response = await post(`/invoice?${parameters}`, { Id, SyncToken, sparse: true })
      expect([response.status, response.body.Fault]).toEqual([200, undefined])
      const { Invoice } = response.body
      expect(Invoice).toMatchObject({ Id, TxnDate, TotalAmt: 0, Balance: 0, PrivateNote: 'VOID: By mistake' })
      expect(Invoice.SyncToken).not.toBe(SyncToken)
      expect(Invoice.Line[0]).toMatchObject({ Amount: 0, SalesItemLineDetail: { Qty: 0 } })
      expect(requests()).toEqual([['InvoiceQueryRq'], ['TxnVoidRq', 'InvoiceQueryRq']])
      expect(desktop.exchanged[1]?.messageSet).toContain('onError="stopOnError"')
    },
  )

  it('changes nothing when it is repeated [dp-3:7] [dp-3:8]', async () => {
    const { Id, SyncToken } = await newInvoice()
    const first = await post('/invoice?operation=void', { Id, SyncToken })
    const second = await post('/invoice?operation=void', { Id, SyncToken: first.body.Invoice.SyncToken })
    expect([second.status, second.body.Invoice]).toEqual([200, first.body.Invoice])
  })

  it('rejects a stale SyncToken before the void is sent [dp-4.2-void.2]', async () => {
    const { Id } = await newInvoice()
    expect(getFault(await post('/invoice?operation=void', { Id, SyncToken: '1' }))).toEqual({
      status: 400,
      code: '5010',
    })
    expect(requests()).toEqual([['InvoiceQueryRq']])
    desktop.exchanged.length = 0
    expect(getFault(await post('/invoice?operation=void', { Id }))).toMatchObject({
      code: '2020',
      element: 'SyncToken',
    })
    expect(getFault(await post('/invoice?operation=void', { Id: 'FFFF-1', SyncToken: '1' }))).toMatchObject({
      code: '610',
    })
    expect(requests()).toEqual([['InvoiceQueryRq']])
  })

  it('reports a void whose record cannot be read back [dp-4.2-void.3] [dp-7.2:VOID_APPLIED_READBACK_FAILED]', async () => {
    const { Id, SyncToken } = await newInvoice()
    desktop.onResponse = (response) =>
      response.includes('<TxnVoidRs')
        ? received(response.replace(/<InvoiceQueryRs[\s\S]*<\/InvoiceQueryRs>/, ''))
        : undefined
    expect(getFault(await post('/invoice?operation=void', { Id, SyncToken }))).toEqual({
      status: 502,
      code: 'VOID_APPLIED_READBACK_FAILED',
    })
    const read = await bridge.production.call(`/invoice/${Id}`)
    expect(read.body.Invoice.TotalAmt).toBe(0)
  })

  it('rejects an entity without voids with status 400 [dp-4.2-void.1] [dp-7.1:UNSUPPORTED_BY_DESKTOP]', async () => {
    for (const entity of ['customer', 'payment', 'estimate', 'attachable']) {
      expect([entity, getFault(await post(`/${entity}?operation=void`, { Id: '1-1', SyncToken: '1' }))]).toEqual([
        entity,
        { status: 400, code: 'UNSUPPORTED_BY_DESKTOP', element: 'operation' },
      ])
    }
  })
})
