import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let CustomerRef: { value: string }
let VendorRef: { value: string }
let bundle: { Id: string; Description: string; ItemGroupDetail: { ItemGroupLine: { ItemRef: object; Qty: number }[] } }
/** The prices and costs of the bundle's items, in its order. */
let items: { Id: string; UnitPrice: number; PurchaseCost: number }[]
const { created, changed, read, refTo, foundBy, refused } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge()
  CustomerRef = await refTo('customer', { DisplayName: 'Ada' })
  VendorRef = await refTo('vendor', { DisplayName: 'Chair maker' })
  bundle = (await foundBy("SELECT * FROM Item WHERE Name = 'Reception Set'"))[0]
  const lines = bundle.ItemGroupDetail.ItemGroupLine as { ItemRef: { value: string } }[]
  items = await Promise.all(lines.map(({ ItemRef }) => read('item', ItemRef.value)))
})
afterAll(() => bridge.stop())

/** Returns the bundle's lines as QBO's clients copy them from the item. */
function components(Quantity: number, price: (item: (typeof items)[number]) => number, detail = 'SalesItemLineDetail') {
  return bundle.ItemGroupDetail.ItemGroupLine.map(({ ItemRef, Qty: each }, index) => {
    const UnitPrice = price(items[index] as (typeof items)[number])
    const Qty = each * Quantity
    return { DetailType: detail, Amount: Qty * UnitPrice, [detail]: { ItemRef, Qty, UnitPrice } }
  })
}

function group(Line: object[] | undefined, Quantity = 1, more: object = {}) {
  const GroupLineDetail = { GroupItemRef: { value: bundle.Id }, Quantity, ...(Line && { Line }) }
  return { DetailType: 'GroupLineDetail', GroupLineDetail, ...more }
}

async function write(entity: string, json: object) {
  const response = await bridge.call(`/${entity}`, { json })
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  return { record: Object.values(response.body)[0] as never, warning: response.headers.get('x-svc-warning') }
}

describe('a bundle on a new form', () => {
  it.each([1, 2])('may have its components and description, for %i of it', async (quantity) => {
    for (const entity of ['invoice', 'estimate', 'salesreceipt']) {
      const Line = [
        group(
          components(quantity, ({ UnitPrice }) => UnitPrice),
          quantity,
          { Description: bundle.Description },
        ),
      ]
      const { record, warning } = await write(entity, { CustomerRef, Line })
      expect([entity, warning]).toEqual([entity, null])
      expect(record).toMatchObject({
        Line: [{ GroupLineDetail: { Line: Line[0]?.GroupLineDetail.Line } }, expect.anything()],
      })
    }
  })

  it('may have them at their costs on an order', async () => {
    const Line = [group(components(1, ({ PurchaseCost }) => PurchaseCost, 'ItemBasedExpenseLineDetail'))]
    const { warning } = await write('purchaseorder', { VendorRef, Line })
    expect(warning).toBe(null)
  })

  it('warns about another description, which changes no books', async () => {
    const { warning } = await write('invoice', { CustomerRef, Line: [group(undefined, 1, { Description: 'Mine' })] })
    expect(warning).toBe('Not kept as sent: Line[0].Description')
  })

  it.each<[string, () => object[]]>([
    ['another price', () => components(1, ({ UnitPrice }) => UnitPrice + 1)],
    ['another quantity', () => components(3, ({ UnitPrice }) => UnitPrice)],
    ['fewer components', () => components(1, ({ UnitPrice }) => UnitPrice).slice(1)],
    ['other components', () => components(1, ({ UnitPrice }) => UnitPrice).reverse()],
  ])('refuses %s, and says what QuickBooks adds [dp-1.3]', async (_what, lines) => {
    const json = { CustomerRef, Line: [group(lines())] }
    expect(await refused('/invoice', json)).toEqual({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].GroupLineDetail.Line',
    })
    const { body } = await bridge.call('/invoice', { json })
    expect(body.Fault.Error[0].Detail).toMatch(/2 × Lounge Chair/)
  })
})

describe('a stored bundle', () => {
  it.each(['invoice', 'estimate', 'salesreceipt', 'creditmemo'])(
    'of an %s can change its components',
    async (entity) => {
      const stored = await created(entity, { CustomerRef, Line: [group(undefined)] })
      const [line] = stored.Line
      const [first, second, third] = line.GroupLineDetail.Line
      const dearer = {
        ...first,
        Amount: first.SalesItemLineDetail.Qty * 1000,
        SalesItemLineDetail: { ...first.SalesItemLineDetail, UnitPrice: 1000 },
      }
      const changedLine = { ...line, GroupLineDetail: { ...line.GroupLineDetail, Line: [dearer, { Id: second.Id }] } }
      const result = await changed(entity, stored, { Line: [changedLine] })
      const inner = result.Line[0].GroupLineDetail.Line
      expect(inner).toMatchObject([
        { Id: first.Id, Amount: dearer.Amount, SalesItemLineDetail: { UnitPrice: 1000 } },
        { Id: second.Id, Amount: second.Amount },
      ])
      expect(inner.map(({ Id }: { Id: string }) => Id)).not.toContain(third.Id)
      const again = await changed(entity, result, { Line: result.Line, PrivateNote: 'sent back' })
      expect(again.Line).toEqual(result.Line)
    },
  )

  it('names a component that it does not have [dp-4.2-lines.6]', async () => {
    const stored = await created('invoice', { CustomerRef, Line: [group(undefined)] })
    const [line] = stored.Line
    const Line = [{ ...line, GroupLineDetail: { ...line.GroupLineDetail, Line: [{ Id: 'FFFF-1' }] } }]
    const { Id, SyncToken } = stored
    expect(await refused('/invoice', { Id, SyncToken, Line })).toEqual({
      status: 400,
      code: '2010',
      element: 'Line[0].GroupLineDetail.Line[0].Id',
    })
  })
})
