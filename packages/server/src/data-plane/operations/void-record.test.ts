import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Desktop } from '../../desktop/desktop.ts'
import { faultOf, startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
let sent: string[] = []
/** What becomes of an answer on its way back. */
let onAnswer: (answer: string) => string = (answer) => answer

const company = openCompany({
  storage: memoryStorage(),
  clock: () => new Date(),
  random: Math.random,
  template: 'starter',
})
const desktop: Desktop = {
  async exchange(_realmId, messageSet) {
    sent.push(messageSet)
    const result = await company.exchange(messageSet)
    if (!('answer' in result)) throw new Error(JSON.stringify(result))
    return { sent: true, lost: false, answer: onAnswer(result.answer) }
  },
}

beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop })
})
afterAll(() => bridge.stop())
afterEach(() => {
  onAnswer = (answer) => answer
})

const post = (path: string, json: unknown) => bridge.production.call(path, { json })
const query = async (entity: string) => {
  const path = `/query?query=${encodeURIComponent(`select * from ${entity} maxresults 1`)}`
  const answer = await bridge.production.call(path)
  return answer.body.QueryResponse[entity][0]
}
const newInvoice = async () => {
  const [{ Id: customer }, { Id: item }] = [await query('Customer'), await query('Item')]
  const line = {
    Amount: 200,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: item }, Qty: 2, UnitPrice: 100 },
  }
  const answer = await post('/invoice', {
    CustomerRef: { value: customer },
    TxnDate: '2026-03-02',
    PrivateNote: 'By mistake',
    Line: [line],
  })
  expect(answer.status).toBe(200)
  sent = []
  return answer.body.Invoice
}
const requestsOf = (messageSet: string): string[] => messageSet.match(/(?<=<)(?!QBXML)\w+Rq(?=[ >])/g) ?? []

describe('a void', () => {
  it.each(['operation=void', 'include=void', 'operation=update&include=void'])(
    '[dp-4.2:POST-/v3/company/{realmId}/{entity}?operation=vo] [dp-4.2-void.1] [dp-4.2-void.4] zeroes an invoice and keeps it: %s',
    async (parameters) => {
      const { Id, SyncToken, TxnDate } = await newInvoice()
      const answer = await post(`/invoice?${parameters}`, { Id, SyncToken, sparse: true })
      expect([answer.status, answer.body.Fault]).toEqual([200, undefined])
      const { Invoice } = answer.body
      expect(Invoice).toMatchObject({ Id, TxnDate, TotalAmt: 0, Balance: 0, PrivateNote: 'VOID: By mistake' })
      expect(Invoice.SyncToken).not.toBe(SyncToken)
      expect(Invoice.Line[0]).toMatchObject({ Amount: 0, SalesItemLineDetail: { Qty: 0 } })
      expect(sent.map(requestsOf)).toEqual([['InvoiceQueryRq'], ['TxnVoidRq', 'InvoiceQueryRq']])
      expect(sent[1]).toContain('onError="stopOnError"')
    },
  )

  it('[dp-3:Transaction-Invoice-SalesReceipt-Purchase-check-] [dp-3:Transaction-void-again] changes nothing the second time', async () => {
    const { Id, SyncToken } = await newInvoice()
    const first = await post('/invoice?operation=void', { Id, SyncToken })
    const second = await post('/invoice?operation=void', { Id, SyncToken: first.body.Invoice.SyncToken })
    expect([second.status, second.body.Invoice]).toEqual([200, first.body.Invoice])
  })

  it('[dp-4.2-void.2] needs the current SyncToken, before anything is sent', async () => {
    const { Id } = await newInvoice()
    expect(faultOf(await post('/invoice?operation=void', { Id, SyncToken: '1' }))).toEqual({
      status: 400,
      code: '5010',
    })
    expect(sent.flatMap(requestsOf)).toEqual(['InvoiceQueryRq'])
    sent = []
    expect(faultOf(await post('/invoice?operation=void', { Id }))).toMatchObject({ code: '2020', element: 'SyncToken' })
    expect(faultOf(await post('/invoice?operation=void', { Id: 'FFFF-1', SyncToken: '1' }))).toMatchObject({
      code: '610',
    })
    expect(sent.flatMap(requestsOf)).toEqual(['InvoiceQueryRq'])
  })

  it('[dp-4.2-void.3] [dp-7.2:VOID_APPLIED_READBACK_FAILED] says that it was done where the record cannot be read back', async () => {
    const { Id, SyncToken } = await newInvoice()
    onAnswer = (answer) =>
      answer.includes('<TxnVoidRs') ? answer.replace(/<InvoiceQueryRs[\s\S]*<\/InvoiceQueryRs>/, '') : answer
    expect(faultOf(await post('/invoice?operation=void', { Id, SyncToken }))).toEqual({
      status: 502,
      code: 'VOID_APPLIED_READBACK_FAILED',
    })
    const read = await bridge.production.call(`/invoice/${Id}`)
    expect(read.body.Invoice.TotalAmt).toBe(0)
  })

  it('[dp-4.2-void.1] [dp-7.1:UNSUPPORTED_BY_DESKTOP] is refused with 400 for what cannot be voided', async () => {
    for (const entity of ['customer', 'payment', 'estimate', 'attachable']) {
      expect([entity, faultOf(await post(`/${entity}?operation=void`, { Id: '1-1', SyncToken: '1' }))]).toEqual([
        entity,
        { status: 400, code: 'UNSUPPORTED_BY_DESKTOP', element: 'operation' },
      ])
    }
  })
})
