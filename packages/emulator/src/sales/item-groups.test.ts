import { childrenByName, childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function named(tag: string, name: string) {
  return `<${tag}><FullName>${name}</FullName></${tag}>`
}
function member(name: string, quantity: string) {
  return `<ItemGroupLine>${named('ItemRef', name)}<Quantity>${quantity}</Quantity></ItemGroupLine>`
}

/** A file with a group: two trainings and five manuals. */
async function withGroup(): Promise<Company> {
  const { company } = openTestCompany({ template: 'starter' })
  const lines = member('Training', '2') + member('Printed Manual', '5')
  const fields = `<Name>Workshop</Name><ItemDesc>One day of workshop</ItemDesc>${lines}`
  only(await sendXml(company, `<ItemGroupAddRq><ItemGroupAdd>${fields}</ItemGroupAdd></ItemGroupAddRq>`))
  return company
}

function group(fields = '') {
  return `<InvoiceLineGroupAdd>${named('ItemGroupRef', 'Workshop')}${fields}</InvoiceLineGroupAdd>`
}
const single = `<InvoiceLineAdd>${named('ItemRef', 'Design')}<Amount>10.00</Amount></InvoiceLineAdd>`
async function add(company: Company, lines: string) {
  return only(
    await sendXml(
      company,
      `<InvoiceAddRq><InvoiceAdd>${named('CustomerRef', 'Foothill Fitness')}${lines}</InvoiceAdd></InvoiceAddRq>`,
    ),
  )
}
function mod(invoice: Element, lines: string) {
  return `<InvoiceModRq><InvoiceMod><TxnID>${childText(invoice, 'TxnID')}</TxnID><EditSequence>${childText(invoice, 'EditSequence')}</EditSequence>${lines}</InvoiceMod></InvoiceModRq>`
}
function getGroups(invoice: Element) {
  return childrenByName(invoice, 'InvoiceLineGroupRet')
}
function getMembers(invoice: Element) {
  return getGroups(invoice).flatMap((each) => childrenByName(each, 'InvoiceLineRet'))
}
function getId(line: Element | undefined) {
  return line === undefined ? '' : (childText(line, 'TxnLineID') ?? '')
}

describe('a group line', () => {
  it('becomes the lines of its members, multiplied by its quantity', async () => {
    const company = await withGroup()
    const posted = await getPostedChanges(company, async () => {
      const invoice = await add(company, single + group('<Quantity>2</Quantity>'))
      expect(getGroups(invoice).map((each) => texts(each, 'ItemGroupRef', 'Desc', 'Quantity', 'TotalAmount'))).toEqual([
        ['Workshop', 'One day of workshop', '2', '536.00'],
      ])
      expect(getMembers(invoice).map((each) => texts(each, 'ItemRef', 'Quantity', 'Amount'))).toEqual([
        ['Training', '4', '356.00'],
        ['Printed Manual', '10', '180.00'],
      ])
      expect(texts(invoice, 'Subtotal', 'SalesTaxTotal')).toEqual(['546.00', '13.95'])
    })
    expect(posted).toEqual({
      'Accounts Receivable': '559.95',
      'Service Income': '-10.00',
      'Consulting Income': '-356.00',
      'Product Income': '-180.00',
      'Sales Tax Payable': '-13.95',
    })
  })

  it('keeps its place and members in a Mod with only its ID', async () => {
    const company = await withGroup()
    const invoice = await add(company, group() + single)
    const kept = `<InvoiceLineGroupMod><TxnLineID>${getId(getGroups(invoice)[0])}</TxnLineID></InvoiceLineGroupMod>`
    const changed = only(await sendXml(company, mod(invoice, kept)))
    expect(getMembers(changed)).toEqual(getMembers(invoice))
    expect(childrenByName(changed, 'InvoiceLineRet')).toEqual([])
    expect(texts(changed, 'Subtotal')).toEqual(['268.00'])
  })

  it('a group line is multiplied by a new quantity', async () => {
    const company = await withGroup()
    const invoice = await add(company, group('<Quantity>2</Quantity>'))
    const id = getId(getGroups(invoice)[0])
    const lines = `<InvoiceLineGroupMod><TxnLineID>${id}</TxnLineID><Quantity>3</Quantity></InvoiceLineGroupMod>`
    const changed = only(await sendXml(company, mod(invoice, lines)))
    expect(getMembers(changed).map((each) => texts(each, 'Quantity', 'Amount'))).toEqual([
      ['6', '534.00'],
      ['15', '270.00'],
    ])
  })

  it('replaces its members with those of a Mod', async () => {
    const company = await withGroup()
    const invoice = await add(company, group())
    const [, manual] = getMembers(invoice)
    const inner =
      `<InvoiceLineMod><TxnLineID>${getId(manual)}</TxnLineID><Quantity>1</Quantity></InvoiceLineMod>` +
      `<InvoiceLineMod><TxnLineID>-1</TxnLineID>${named('ItemRef', 'Design')}</InvoiceLineMod>`
    const lines = `<InvoiceLineGroupMod><TxnLineID>${getId(getGroups(invoice)[0])}</TxnLineID>${inner}</InvoiceLineGroupMod>`
    const changed = only(await sendXml(company, mod(invoice, lines)))
    expect(getMembers(changed).map((each) => texts(each, 'ItemRef', 'Amount'))).toEqual([
      ['Printed Manual', '18.00'],
      ['Design', '85.00'],
    ])
    expect(getMembers(changed).map(getId)[0]).toBe(getId(manual))
  })

  it('rejects a group in a plain line, and other items as groups', async () => {
    const company = await withGroup()
    const invoice = (lines: string) =>
      `<InvoiceAddRq><InvoiceAdd>${named('CustomerRef', 'Foothill Fitness')}${lines}</InvoiceAdd></InvoiceAddRq>`
    const plain = `<InvoiceLineAdd>${named('ItemRef', 'Workshop')}</InvoiceLineAdd>`
    expect((await sendXml(company, invoice(plain))).statusCode).toBe(3210)
    expect((await sendXml(company, invoice(group().replace('Workshop', 'Design')))).statusCode).toBe(3140)
  })
})
