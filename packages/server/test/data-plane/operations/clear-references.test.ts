import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
const { created, changed, read, refTo } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
})
afterAll(() => bridge.stop())

it.each([[null], [''], [{ value: '' }]])(
  'clears references of an invoice and of its line with %j [dp-4.2.3]',
  async (empty) => {
    const suffix = JSON.stringify(empty).replaceAll(/\W/g, '')
    const income = await refTo('account', { Name: `Income ${suffix}`, AccountType: 'Income' })
    const item = await refTo('item', { Name: `Book ${suffix}`, Type: 'Service', IncomeAccountRef: income })
    const customer = await refTo('customer', { DisplayName: `Reader ${suffix}` })
    const ClassRef = await refTo('class', { Name: `North ${suffix}` })
    const SalesTermRef = await refTo('term', { Name: `Net 7 ${suffix}`, Type: 'STANDARD', DueDays: 7 })
    const line = { DetailType: 'SalesItemLineDetail', Amount: 5, SalesItemLineDetail: { ItemRef: item, ClassRef } }
    const sent = { ClassRef, SalesTermRef, CustomerMemo: { value: `Thanks ${suffix}` } }
    const invoice = await created('invoice', { CustomerRef: customer, ...sent, Line: [line] })
    expect(invoice).toMatchObject({ ClassRef, SalesTermRef, Line: [{ SalesItemLineDetail: { ClassRef } }, {}] })

    const cleared = await changed('invoice', invoice, {
      ClassRef: empty,
      SalesTermRef: empty,
      CustomerMemo: empty === '' ? null : empty,
      Line: [{ Id: invoice.Line[0].Id, SalesItemLineDetail: { ClassRef: empty } }],
    })
    expect(await read('invoice', invoice.Id)).toEqual(cleared)
    for (const key of Object.keys(sent)) expect(cleared).not.toHaveProperty(key)
    expect(cleared.Line[0].SalesItemLineDetail).not.toHaveProperty('ClassRef')
    expect(cleared.Line[0]).toMatchObject({ Amount: 5, SalesItemLineDetail: { ItemRef: item } })
  },
)
