import { childrenByName, childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'

function starter() {
  return openTestCompany({ template: 'starter' }).company
}
const customer = '<ListDataExtType>Customer</ListDataExtType><ListObjRef><FullName>Harbor Café</FullName></ListObjRef>'
function write(verb: string, holder: string, name: string, value?: string) {
  return `<DataExt${verb}Rq><DataExt${verb}><OwnerID>0</OwnerID><DataExtName>${name}</DataExtName>${holder}${
    value === undefined ? '' : `<DataExtValue>${value}</DataExtValue>`
  }</DataExt${verb}></DataExt${verb}Rq>`
}
function query(owner: string) {
  return `<CustomerQueryRq><FullName>Harbor Café</FullName>${owner}</CustomerQueryRq>`
}
const ofOwnerZero = query('<OwnerID>0</OwnerID>')
function getCustomValues(elements: readonly Element[]) {
  return elements
    .flatMap((each) => childrenByName(each, 'DataExtRet'))
    .map((each) => [childText(each, 'DataExtName'), childText(each, 'DataExtValue')])
}

describe('custom fields', () => {
  it('custom fields are defined for some kinds of records', async () => {
    const { elements } = await sendXml(
      starter(),
      '<DataExtDefQueryRq><AssignToObject>Customer</AssignToObject></DataExtDefQueryRq>',
    )
    expect(elements.map((each) => childText(each, 'DataExtName'))).toEqual(['Region'])
  })

  it('custom fields are returned only for their owner ID, and change the EditSequence', async () => {
    const company = starter()
    const [before] = (await sendXml(company, query(''))).elements
    expect((await sendXml(company, write('Mod', customer, 'region', 'North'))).statusCode).toBe(0)
    const [after] = (await sendXml(company, query(''))).elements
    expect(after && getCustomValues([after])).toEqual([])
    expect(after && childText(after, 'EditSequence')).not.toBe(before && childText(before, 'EditSequence'))
    expect(getCustomValues((await sendXml(company, ofOwnerZero)).elements)).toEqual([['Region', 'North']])
  })

  it('custom fields are added once, changed repeatedly and cleared only by Del', async () => {
    const company = starter()
    expect((await sendXml(company, write('Add', customer, 'Region', 'North'))).statusCode).toBe(0)
    expect((await sendXml(company, write('Add', customer, 'Region', 'South'))).statusCode).toBe(3180)
    expect((await sendXml(company, write('Mod', customer, 'Region', 'South'))).statusCode).toBe(0)
    expect((await sendXml(company, write('Mod', customer, 'Region', ''))).statusCode).toBe(3190)
    expect(getCustomValues((await sendXml(company, ofOwnerZero)).elements)).toEqual([['Region', 'South']])
    expect((await sendXml(company, write('Del', customer, 'Region'))).statusCode).toBe(0)
    expect(getCustomValues((await sendXml(company, ofOwnerZero)).elements)).toEqual([])
  })

  it('custom fields need a definition for that kind of record', async () => {
    const company = starter()
    expect((await sendXml(company, write('Mod', customer, 'Nothing', 'x'))).statusSeverity).toBe('Error')
    expect((await sendXml(company, write('Mod', customer, 'Project Code', 'x'))).statusSeverity).toBe('Error')
    expect((await sendXml(company, write('Mod', customer, 'Region', 'x'.repeat(256)))).statusCode).toBe(3070)
  })

  it('custom fields are kept on invoices', async () => {
    const company = starter()
    const [invoice] = (await sendXml(company, '<InvoiceQueryRq><RefNumber>1001</RefNumber></InvoiceQueryRq>')).elements
    const id = invoice && childText(invoice, 'TxnID')
    const holder = `<TxnDataExtType>Invoice</TxnDataExtType><TxnID>${id}</TxnID>`
    expect((await sendXml(company, write('Mod', holder, 'Project Code', 'P-1'))).statusCode).toBe(0)
    const xml = '<InvoiceQueryRq><RefNumber>1001</RefNumber><OwnerID>0</OwnerID></InvoiceQueryRq>'
    expect(getCustomValues((await sendXml(company, xml)).elements)).toEqual([['Project Code', 'P-1']])
  })
})
