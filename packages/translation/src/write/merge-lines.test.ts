import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  parseElement,
  read,
  requireTable,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createModRequest } from './requests.ts'

function line(id: string, rest: string): string {
  return `<InvoiceLineRet><TxnLineID>${id}-1</TxnLineID><ItemRef><ListID>80000001-1</ListID><FullName>Hours</FullName></ItemRef>${rest}</InvoiceLineRet>`
}
const current = `
  <InvoiceRet>
    <TxnID>50-1</TxnID><EditSequence>7</EditSequence><Subtotal>90.00</Subtotal>
    ${line('A', '<Quantity>2</Quantity><Rate>10.00</Rate><Amount>20.00</Amount>')}
    ${line('B', '<Quantity>1</Quantity><Rate>80.00</Rate><Amount>80.00</Amount>')}
    ${line('C', '<RatePercent>-10.00</RatePercent><Amount>-10.00</Amount>')}
    ${line('D', '<RatePercent>10.00</RatePercent><Amount>5.00</Amount>')}
  </InvoiceRet>`

/** Serializes an invoice update with these lines. */
function update(Line: unknown): string {
  const record = checkUpdate(requireTable('Invoice'), { Id: '50-1', SyncToken: '7', Line })
  const text = serializeRequest(createModRequest(record, parseElement(current)))
  return text.slice(text.indexOf('<InvoiceLineMod>'), text.indexOf('</InvoiceMod>'))
}
function kept(id: string): object {
  return { Id: `${id}-1` }
}
const added = {
  Amount: 5,
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: { ItemRef: { value: '80000001-1' } },
}
function findIds(text: string): (string | undefined)[] {
  return [...text.matchAll(/<TxnLineID>(.+?)<\/TxnLineID>/g)].map(([, id]) => id)
}
function change(detail: object, rest: object = {}): string {
  return update([{ ...kept('A'), SalesItemLineDetail: detail, ...rest }])
}

describe('updateLines', () => {
  it('keeps a line by its Id and merges omitted values from the record [dp-4.2-lines.1]', () => {
    expect(update([kept('A')])).toBe('<InvoiceLineMod><TxnLineID>A-1</TxnLineID></InvoiceLineMod>')
    expect(update([{ ...kept('A'), Description: 'more' }])).toBe(
      '<InvoiceLineMod><TxnLineID>A-1</TxnLineID><Desc>more</Desc></InvoiceLineMod>',
    )
  })

  it.each([
    ['Qty', { Qty: 3 }, {}, '<Quantity>3</Quantity><Rate>10</Rate>'],
    ['UnitPrice', { UnitPrice: 7.5 }, {}, '<Quantity>2</Quantity><Rate>7.5</Rate>'],
    ['Amount', {}, { Amount: 30 }, '<Quantity>2</Quantity><Amount>30.00</Amount>'],
    ['Qty and Amount', { Qty: 4 }, { Amount: 30 }, '<Quantity>4</Quantity><Amount>30.00</Amount>'],
    ['RatePercent', { RatePercent: 5 }, {}, '<RatePercent>5</RatePercent>'],
  ])('combines a change to %s with the stored values', (_, detail, rest, expected) => {
    expect(change(detail, rest)).toBe(`<InvoiceLineMod><TxnLineID>A-1</TxnLineID>${expected}</InvoiceLineMod>`)
  })

  it.each([
    ['nothing', 10, 5, '<RatePercent>10</RatePercent>'],
    ['the percentage', 20, 5, '<RatePercent>20</RatePercent>'],
    ['the amount', 10, 7, '<Amount>7.00</Amount>'],
  ])('sends a percentage or its amount, whichever changed: %s', (_, RatePercent, Amount, expected) => {
    expect(update([{ ...kept('D'), Amount, SalesItemLineDetail: { RatePercent } }])).toBe(
      `<InvoiceLineMod><TxnLineID>D-1</TxnLineID>${expected}</InvoiceLineMod>`,
    )
  })

  it('rejects a quantity that contradicts the repeated amount [dp-7.3:2010]', () => {
    const stale = () => change({ Qty: 5, UnitPrice: 10 }, { Amount: 20 })
    expect(catchFault(stale)).toMatchObject({ code: '2010', element: 'Line[0].Amount' })
  })

  it('adds a line without an Id in its place [dp-4.2-lines.2]', () => {
    expect(findIds(update([kept('A'), added, kept('B')]))).toEqual(['A-1', '-1', 'B-1'])
  })

  it('deletes omitted lines by not sending them [dp-4.2-lines.3]', () => {
    expect(findIds(update([kept('B')]))).toEqual(['B-1'])
  })

  it('sends kept lines in stored order, each with its own changes', () => {
    const text = update([kept('C'), { ...kept('A'), Description: 'first' }, added, kept('B')])
    expect(findIds(text)).toEqual(['A-1', 'B-1', '-1', 'C-1'])
    expect(text).toContain('<TxnLineID>A-1</TxnLineID><Desc>first</Desc>')
  })

  it('rejects a Line that is empty or has only the subtotal [dp-4.2-lines.5]', () => {
    expect(catchFault(() => update([]))).toMatchObject({ code: '2020', element: 'Line' })
    expect(catchFault(() => update([{ DetailType: 'SubTotalLineDetail', Amount: 1 }]))).toMatchObject({ code: '2020' })
  })

  it('rejects an Id that appears twice or that the record lacks [dp-4.2-lines.6]', () => {
    expect(catchFault(() => update([kept('A'), kept('A')]))).toMatchObject({ code: '2010', element: 'Line[1].Id' })
    expect(catchFault(() => update([kept('A'), kept('F')]))).toMatchObject({
      code: '2010',
      status: 400,
      element: 'Line[1].Id',
    })
  })

  it('reports a stale record, not missing lines [dp-7.3:5010]', () => {
    const stale = checkUpdate(requireTable('Invoice'), { Id: '50-1', SyncToken: '6', Line: [{ Id: 'Z-1' }] })
    expect(catchFault(() => createModRequest(stale, parseElement(current)))).toMatchObject({ code: '5010' })
  })

  it('rejects changing a line’s kind', () => {
    expect(catchFault(() => update([{ ...kept('A'), DetailType: 'DescriptionOnly' }]))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].DetailType',
    })
  })

  it('checks kept lines like new lines', () => {
    expect(catchFault(() => change({ Qty: 'two' }))).toMatchObject({
      code: '2010',
      element: 'Line[0].SalesItemLineDetail.Qty',
    })
    expect(catchFault(() => update([{ ...kept('A'), Nonsense: 1 }]))).toMatchObject({
      code: 'UNMAPPED_FIELD',
      element: 'Line[0].Nonsense',
    })
    expect(catchFault(() => change({ ItemRef: null }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].SalesItemLineDetail.ItemRef',
    })
    for (const wrong of ['x', { 0: kept('A') }])
      expect(catchFault(() => update(wrong))).toMatchObject({ code: '2010', element: 'Line' })
    expect(catchFault(() => update(['x']))).toMatchObject({ code: '2010', element: 'Line[0]' })
  })

  it('writes no change for a record sent back unchanged', () => {
    const { Line } = read('Invoice', current)
    expect(update(Line)).toBe(
      compact(`
        <InvoiceLineMod><TxnLineID>A-1</TxnLineID></InvoiceLineMod>
        <InvoiceLineMod><TxnLineID>B-1</TxnLineID></InvoiceLineMod>
        <InvoiceLineMod><TxnLineID>C-1</TxnLineID><RatePercent>-10</RatePercent></InvoiceLineMod>
        <InvoiceLineMod><TxnLineID>D-1</TxnLineID><RatePercent>10</RatePercent></InvoiceLineMod>`),
    )
  })
})
