import { childrenByName, childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function starter() {
  return openTestCompany({ template: 'starter' }).company
}
const customer = '<CustomerRef><FullName>Foothill Fitness</FullName></CustomerRef>'
function line(item: string, fields = '') {
  return `<EstimateLineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${fields}</EstimateLineAdd>`
}
function estimate(fields: string) {
  return `<EstimateAddRq><EstimateAdd>${customer}${fields}</EstimateAdd></EstimateAddRq>`
}
function invoice(fields: string) {
  return `<InvoiceAddRq><InvoiceAdd>${customer}${fields}</InvoiceAdd></InvoiceAddRq>`
}
function getLines(record: Element, name: string) {
  return childrenByName(record, name)
}
async function read(company: Company, kind: string, id: string | undefined) {
  return only(
    await sendXml(
      company,
      `<${kind}QueryRq><TxnID>${id}</TxnID><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns></${kind}QueryRq>`,
    ),
  )
}
function links(record: Element) {
  return childrenByName(record, 'LinkedTxn').map((link) => texts(link, 'TxnID', 'TxnType', 'LinkType', 'Amount'))
}

describe('an estimate', () => {
  it('an estimate has a total, posts nothing and is active by default', async () => {
    const company = starter()
    const posted = await getPostedChanges(company, async () => {
      const added = only(
        await sendXml(company, estimate(line('Printed Manual', '<Quantity>10</Quantity>') + line('Discount'))),
      )
      expect(texts(added, 'IsActive', 'Subtotal', 'SalesTaxTotal', 'TotalAmount')).toEqual([
        'true',
        '162.00',
        '13.95',
        '175.95',
      ])
      const [id, editSequence] = texts(added, 'TxnID', 'EditSequence')
      const mod = `<EstimateModRq><EstimateMod><TxnID>${id}</TxnID><EditSequence>${editSequence}</EditSequence><IsActive>0</IsActive></EstimateMod></EstimateModRq>`
      expect(texts(only(await sendXml(company, mod)), 'IsActive')).toEqual(['false'])
    })
    expect(posted).toEqual({})
  })

  it('an estimate cannot be voided', async () => {
    const company = starter()
    const id = childText(only(await sendXml(company, estimate(line('Design')))), 'TxnID')
    const xml = `<TxnVoidRq><TxnVoidType>Estimate</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`
    // The message table does not allow this value, so the request fails before the company file handles it.
    expect((await sendXml(company, xml)).statusCode).toBe(3110)
  })
})

describe('an invoice that links to an estimate', () => {
  it('copies all lines with LinkToTxnID, and links both ways', async () => {
    const company = starter()
    const lines =
      line('Design', '<Quantity>4</Quantity>') + line('Hosting', '<Desc>One year</Desc><Quantity>12</Quantity>')
    const id = childText(only(await sendXml(company, estimate(lines))), 'TxnID')
    const billed = only(await sendXml(company, invoice(`<LinkToTxnID>${id}</LinkToTxnID>`)))
    expect(
      getLines(billed, 'InvoiceLineRet').map((each) => texts(each, 'ItemRef', 'Desc', 'Quantity', 'Amount')),
    ).toEqual([
      ['Design', 'Graphic design, per hour', '4', '340.00'],
      ['Hosting', 'One year', '12', '299.40'],
    ])
    const invoiceId = childText(billed, 'TxnID')
    expect(links(await read(company, 'Invoice', invoiceId))).toEqual([[id, 'Estimate', 'AMTTYPE', '639.40']])
    expect(links(await read(company, 'Estimate', id))).toEqual([[invoiceId, 'Invoice', 'AMTTYPE', '639.40']])
  })

  it('copies part of a line with LinkToTxn, and the rest later', async () => {
    const company = starter()
    const added = only(await sendXml(company, estimate(line('Design', '<Quantity>4</Quantity>'))))
    const id = childText(added, 'TxnID')
    const lineId = getLines(added, 'EstimateLineRet').map((each) => childText(each, 'TxnLineID'))[0]
    const part = `<InvoiceLineAdd><Quantity>1.5</Quantity><LinkToTxn><TxnID>${id}</TxnID><TxnLineID>${lineId}</TxnLineID></LinkToTxn></InvoiceLineAdd>`
    const first = only(await sendXml(company, invoice(part)))
    expect(getLines(first, 'InvoiceLineRet').map((each) => texts(each, 'ItemRef', 'Rate', 'Amount'))).toEqual([
      ['Design', '85.00', '127.50'],
    ])
    const rest = only(await sendXml(company, invoice(`<LinkToTxnID>${id}</LinkToTxnID>`)))
    expect(getLines(rest, 'InvoiceLineRet').map((each) => texts(each, 'Quantity', 'Amount'))).toEqual([
      ['2.5', '212.50'],
    ])
    const nothing = only(await sendXml(company, invoice(`<LinkToTxnID>${id}</LinkToTxnID>`)))
    expect(getLines(nothing, 'InvoiceLineRet')).toEqual([])
  })

  it('reopens the lines when deleted, and loses its link when the estimate is deleted', async () => {
    const company = starter()
    const id = childText(only(await sendXml(company, estimate(line('Design', '<Quantity>4</Quantity>')))), 'TxnID')
    const link = `<LinkToTxnID>${id}</LinkToTxnID>`
    const first = childText(only(await sendXml(company, invoice(link))), 'TxnID')
    await sendXml(company, `<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${first}</TxnID></TxnDelRq>`)
    expect(links(await read(company, 'Estimate', id))).toEqual([])
    const second = only(await sendXml(company, invoice(link)))
    expect(getLines(second, 'InvoiceLineRet')).toHaveLength(1)
    await sendXml(company, `<TxnDelRq><TxnDelType>Estimate</TxnDelType><TxnID>${id}</TxnID></TxnDelRq>`)
    const left = await read(company, 'Invoice', childText(second, 'TxnID'))
    expect(links(left)).toEqual([])
    expect(getLines(left, 'InvoiceLineRet').map((each) => childText(each, 'Amount'))).toEqual(['340.00'])
  })

  it('rejects a link to any other transaction', async () => {
    const company = starter()
    const other = childText(only(await sendXml(company, invoice(''))), 'TxnID')
    expect(await sendXml(company, invoice(`<LinkToTxnID>${other}</LinkToTxnID>`))).toMatchObject({
      statusCode: 3210,
      elements: [],
    })
    expect((await sendXml(company, invoice('<LinkToTxnID>FFFFFF-1</LinkToTxnID>'))).statusCode).toBe(3120)
  })
})
