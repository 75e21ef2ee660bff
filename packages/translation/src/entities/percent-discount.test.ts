import { describe, expect, it } from 'vitest'
import { catchFault, read, requireTable, serializeCreate, serializeUpdate } from '../../test/translation.fixture.ts'
import type { JsonObject } from '../table/json.ts'

const customer = { CustomerRef: { value: '8000000C-1' } }

function sold(Amount?: number, detail: object = {}) {
  return {
    ...(Amount !== undefined && { Amount }),
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: '8000000E-1' }, ...detail },
  }
}
function subtotal(Amount?: number) {
  return { ...(Amount !== undefined && { Amount }), DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }
}
function discount(DiscountPercent: number, Amount?: number) {
  return {
    ...(Amount !== undefined && { Amount }),
    DetailType: 'DiscountLineDetail',
    DiscountLineDetail: { ItemRef: { name: 'Discount' }, PercentBased: true, DiscountPercent },
  }
}
const text = { DetailType: 'DescriptionOnly', Description: 'Thanks' }
const group = { DetailType: 'GroupLineDetail', GroupLineDetail: { GroupItemRef: { name: 'Kit' }, Quantity: 1 } }

/** Returns the last line's price as written. */
function written(entity: string, Line: object[]): string | undefined {
  const xml = serializeCreate(requireTable(entity), { ...customer, Line })
  return xml.split('<FullName>Discount</FullName></ItemRef>').at(-1)?.split(`</${entity}LineAdd>`)[0]
}
function fault(Line: object[]) {
  const { code, element } = catchFault(() => written('Invoice', Line))
  return { code, element }
}

describe.each(['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo'])('a percent discount on %s', (entity) => {
  it('the discount is an amount on all lines above, since QuickBooks discounts only one [dp-4.2-notes:3]', () => {
    expect(written(entity, [sold(100), sold(50), discount(10)])).toBe('<Amount>-15.00</Amount>')
    expect(written(entity, [sold(100), sold(50), subtotal(150), discount(10, 15)])).toBe('<Amount>-15.00</Amount>')
  })

  it('the discount is a percentage on a single line above', () => {
    expect(written(entity, [sold(100), discount(10)])).toBe('<RatePercent>-10</RatePercent>')
    expect(written(entity, [sold(100), subtotal(100), discount(10, 10)])).toBe('<RatePercent>-10</RatePercent>')
  })
})

describe('a percent discount’s base', () => {
  it('the amount is rounded to the cent after the percentage', () => {
    expect(written('Invoice', [sold(33.33), sold(33.34), discount(7.5)])).toBe('<Amount>-5.00</Amount>')
    expect(written('Invoice', [sold(0.1), sold(0.2), discount(15)])).toBe('<Amount>-0.05</Amount>')
  })

  it('the base contains quantities at their prices, percentages of lines, and earlier discounts', () => {
    const priced = sold(undefined, { Qty: 3, UnitPrice: 19.99 })
    const surcharge = sold(undefined, { RatePercent: 10 })
    expect(written('Invoice', [priced, sold(40.03), surcharge, discount(10)])).toBe('<Amount>-10.40</Amount>')
    expect(written('Invoice', [sold(100), discount(10), sold(60), discount(10)])).toBe('<Amount>-15.00</Amount>')
  })

  it('the base is a subtotal line’s amount, summing the lines since the previous one', () => {
    expect(written('Invoice', [sold(100), subtotal(100), sold(30), sold(20), subtotal(50), discount(10)])).toBe(
      '<Amount>-5.00</Amount>',
    )
    expect(written('Invoice', [sold(100), subtotal(100), sold(50), subtotal(150), discount(10)])).toBe(
      '<Amount>-15.00</Amount>',
    )
  })

  it('the base is the subtotal line, or the discount’s amount decides, where only QuickBooks knows a price', () => {
    expect(written('Invoice', [sold(100), group, subtotal(180), discount(10)])).toBe('<Amount>-18.00</Amount>')
    expect(written('Invoice', [sold(100), group, discount(10, 18)])).toBe('<Amount>-18.00</Amount>')
    expect(fault([sold(100), group, discount(10)])).toEqual({ code: '2020', element: 'Line[2].Amount' })
    expect(fault([sold(), sold(50), discount(10)])).toEqual({ code: '2020', element: 'Line[2].Amount' })
  })

  it('the base is the line above if only QuickBooks knows its item’s price, which may be a subtotal', () => {
    expect(written('Invoice', [sold(100), sold(50), sold(), discount(10)])).toBe('<RatePercent>-10</RatePercent>')
    expect(written('Invoice', [sold(100), sold(50), sold(), discount(10, 15)])).toBe('<Amount>-15.00</Amount>')
    expect(written('Invoice', [sold(100), sold(50), sold(), subtotal(150), discount(10)])).toBe(
      '<Amount>-15.00</Amount>',
    )
  })

  it('the base is never a group, whose last line QuickBooks would discount', () => {
    expect(written('Invoice', [group, subtotal(80), discount(10)])).toBe('<Amount>-8.00</Amount>')
    expect(written('Invoice', [group, discount(10, 8)])).toBe('<Amount>-8.00</Amount>')
    expect(fault([group, discount(10)])).toEqual({ code: '2020', element: 'Line[1].Amount' })
  })

  it('the base is never a text between the discount and the line above', () => {
    expect(written('Invoice', [sold(100), text, discount(10)])).toBe('<Amount>-10.00</Amount>')
  })
})

describe('a percent discount’s amount', () => {
  it('an amount is rejected unless it is the percentage of the lines above [dp-7.3:2010]', () => {
    expect(fault([sold(100), discount(10, 7)])).toEqual({ code: '2010', element: 'Line[1].Amount' })
    expect(fault([sold(100), sold(50), discount(10, 5)])).toEqual({ code: '2010', element: 'Line[2].Amount' })
    expect(fault([discount(10), sold(100)])).toEqual({
      code: '2010',
      element: 'Line[0].DiscountLineDetail.DiscountPercent',
    })
  })

  it('an amount is written where the percentage is rounded', () => {
    expect(written('Invoice', [sold(3000), discount(33.33, 1000)])).toBe('<Amount>-1000.00</Amount>')
    expect(written('Invoice', [sold(1000), sold(2000), discount(33.33, 1000)])).toBe('<Amount>-1000.00</Amount>')
  })

  it('an amount can be a zero sent for an unset value', () => {
    expect(written('Invoice', [sold(100), sold(50), discount(10, 0)])).toBe('<Amount>-15.00</Amount>')
  })
})

describe('a percent discount in an update', () => {
  const stored = `
    <InvoiceRet>
      <TxnID>5D-1</TxnID><EditSequence>7</EditSequence><CustomerRef><ListID>8000000C-1</ListID></CustomerRef>
      <TxnDate>2026-07-01</TxnDate><Subtotal>140.00</Subtotal>
      <InvoiceLineRet>
        <TxnLineID>A-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef><Rate>50.00</Rate><Amount>50.00</Amount>
      </InvoiceLineRet>
      <InvoiceLineRet>
        <TxnLineID>B-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef><Rate>100.00</Rate><Amount>100.00</Amount>
      </InvoiceLineRet>
      <InvoiceLineRet>
        <TxnLineID>C-1</TxnLineID><ItemRef><ListID>8000000D-1</ListID></ItemRef>
        <RatePercent>-10.00</RatePercent><Amount>-10.00</Amount>
      </InvoiceLineRet>
    </InvoiceRet>`

  function updated(change: (lines: JsonObject[]) => object[], record = stored): string | undefined {
    const { Line } = read('Invoice', record)
    const lines = (Line as JsonObject[]).filter(({ Id }) => Id !== undefined)
    const body = { Id: '5D-1', SyncToken: '7', Line: change(lines) }
    const [last] = serializeUpdate(requireTable('Invoice'), body, record).split('<InvoiceLineMod>').slice(-1)
    return /<(?:RatePercent|Amount)>.*<\/(?:RatePercent|Amount)>/.exec(last ?? '')?.[0]
  }

  it('the discount keeps QuickBooks’ percentage if its lines do not change', () => {
    expect(updated((lines) => lines)).toBe('<RatePercent>-10</RatePercent>')
  })

  it('the discount becomes an amount on all lines if one is added or changed above it', () => {
    const kept = { ...discount(10), Id: 'C-1' }
    expect(updated((lines) => [...lines.slice(0, 2), sold(30), kept])).toBe('<Amount>-18.00</Amount>')
    expect(updated((lines) => [{ Id: 'A-1', Amount: 100 }, ...lines.slice(1, 2), kept])).toBe('<Amount>-20.00</Amount>')
  })

  it('the discount is an amount on a new line below stored ones', () => {
    expect(updated((lines) => [...lines.slice(0, 2), discount(20, 30)])).toBe('<Amount>-30.00</Amount>')
    expect(catchFault(() => updated((lines) => [...lines.slice(0, 2), discount(20, 31)])).code).toBe('2010')
  })

  it('the base contains the amount of an opening balance, whose line has no item', () => {
    const opening = stored.replace(
      '<TxnLineID>A-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef>',
      '<TxnLineID>A-1</TxnLineID>',
    )
    expect(updated((lines) => [...lines.slice(0, 2), discount(20, 30)], opening)).toBe('<Amount>-30.00</Amount>')
  })
})
