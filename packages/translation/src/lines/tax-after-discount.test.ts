import { describe, expect, it } from 'vitest'
import { catchFault, context, parseElement, requireTable, serializeCreate } from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { findDiscountTaxWarnings } from '../read/discount-tax-warnings.ts'
import { readRecord } from '../read/read.ts'
import type { JsonObject } from '../table/json.ts'
import { createModRequest } from '../write/requests.ts'

const Invoice = requireTable('Invoice')
const taxed = '<SalesTaxCodeRef><ListID>80000001-1</ListID><FullName>Tax</FullName></SalesTaxCodeRef>'
const untaxed = '<SalesTaxCodeRef><ListID>80000002-1</ListID><FullName>Non</FullName></SalesTaxCodeRef>'

function discount(detail: object = {}) {
  return {
    Amount: 5,
    DetailType: 'DiscountLineDetail',
    DiscountLineDetail: { ItemRef: { name: 'Discount' }, PercentBased: false, ...detail },
  }
}
const sold = {
  Amount: 50,
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: { ItemRef: { value: '8000000E-1' } },
}
function form(json: object = {}, detail: object = {}): JsonObject {
  return { CustomerRef: { value: '8000000C-1' }, ...json, Line: [sold, discount(detail)] } as JsonObject
}

/** Creates a QuickBooks invoice with one line and a discount, each with the given tax code. */
function stored(codeOfLine: string, codeOfDiscount: string, percentage = '7.75') {
  const line = (id: string, price: string, code: string) =>
    `<InvoiceLineRet><TxnLineID>${id}</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef>${price}${code}</InvoiceLineRet>`
  return parseElement(
    `<InvoiceRet><TxnID>5D-1</TxnID><EditSequence>7</EditSequence><ItemSalesTaxRef><ListID>80000001-1</ListID></ItemSalesTaxRef><SalesTaxPercentage>${percentage}</SalesTaxPercentage><SalesTaxTotal>3.49</SalesTaxTotal>${line('A-1', '<Rate>50.00</Rate><Amount>50.00</Amount>', codeOfLine)}${line('B-1', '<Rate>-5.00</Rate><Amount>-5.00</Amount>', codeOfDiscount)}</InvoiceRet>`,
  )
}

describe('ApplyTaxAfterDiscount', () => {
  it('ApplyTaxAfterDiscount says whether the discount is taxable', () => {
    const read = (code: string) => readRecord(Invoice, stored(taxed, code), context).ApplyTaxAfterDiscount
    expect([read(taxed), read(untaxed), read('')]).toEqual([true, false, false])
  })

  it('ApplyTaxAfterDiscount makes a new form’s discounts taxable', () => {
    const code = '<SalesTaxCodeRef><FullName>TAX</FullName></SalesTaxCodeRef>'
    for (const entity of ['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo']) {
      const print = (json: object, detail?: object) => serializeCreate(requireTable(entity), form(json, detail))
      expect(print({ ApplyTaxAfterDiscount: true })).toContain(`<Amount>-5.00</Amount>${code}`)
      expect(print({ ApplyTaxAfterDiscount: true }).split(code)).toHaveLength(2)
      for (const json of [{}, { ApplyTaxAfterDiscount: false }, { ApplyTaxAfterDiscount: null }])
        expect(print(json)).not.toContain('SalesTaxCodeRef')
    }
  })

  it('ApplyTaxAfterDiscount yields to the line’s tax code', () => {
    const xml = serializeCreate(Invoice, form({ ApplyTaxAfterDiscount: true }, { TaxCodeRef: { value: 'NON' } }))
    expect(xml).toContain('<SalesTaxCodeRef><FullName>NON</FullName></SalesTaxCodeRef>')
    expect(xml).not.toContain('TAX<')
  })

  it('ApplyTaxAfterDiscount is rejected if it is not a boolean, and if an update changes it [dp-7.3:2010]', () => {
    expect(catchFault(() => serializeCreate(Invoice, form({ ApplyTaxAfterDiscount: 'maybe' })))).toMatchObject({
      code: '2010',
      element: 'ApplyTaxAfterDiscount',
    })
    const update = (code: string) =>
      createModRequest(
        checkUpdate(Invoice, { Id: '5D-1', SyncToken: '7', ApplyTaxAfterDiscount: true }),
        stored(taxed, code),
      )
    expect(update(taxed).children[0]?.children.map(({ name }) => name)).toEqual(['TxnID', 'EditSequence'])
    expect(catchFault(() => update(untaxed))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'ApplyTaxAfterDiscount',
    })
  })
})

describe('a warning about a taxable discount [dp-1.3]', () => {
  const warnings = (body: JsonObject, element: ReturnType<typeof stored>, id?: string) =>
    findDiscountTaxWarnings({ id, body }, { records: [readRecord(Invoice, element, context)] })
  const byItem = 'ApplyTaxAfterDiscount is true, because the discount item is taxable'
  const inFull = 'ApplyTaxAfterDiscount: QuickBooks Desktop subtracts the whole discount from the taxable lines'

  it('a warning names a discount item that taxes the discount without a request', () => {
    expect(warnings(form(), stored(taxed, taxed))).toEqual([byItem])
    expect(warnings(form({ ApplyTaxAfterDiscount: true }), stored(taxed, taxed))).toEqual([])
    expect(warnings(form({}, { TaxCodeRef: { value: 'TAX' } }), stored(taxed, taxed))).toEqual([])
    expect(warnings(form(), stored(taxed, taxed), '5D-1')).toEqual([])
  })

  it('a warning names a discount that QuickBooks Desktop subtracts in full where QBO subtracts a part', () => {
    expect(warnings(form({ ApplyTaxAfterDiscount: true }), stored(untaxed, taxed))).toEqual([inFull])
  })

  it('no warning is given without tax', () => {
    expect(warnings(form(), stored(taxed, untaxed))).toEqual([])
    expect(warnings(form(), stored(untaxed, taxed, '0.00'))).toEqual([])
  })
})
