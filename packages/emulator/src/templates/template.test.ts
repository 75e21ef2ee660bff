import { describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'
import { trialBalance } from '../company/trial-balance.ts'

const queries = [
  ...['Account', 'Customer', 'Vendor', 'Item', 'ItemService', 'Terms', 'Class', 'SalesTaxCode', 'PaymentMethod'],
  ...['CustomerMsg', 'ShipMethod', 'CustomerType', 'Template', 'ItemSalesTax', 'Host', 'Company', 'Preferences'],
]

describe('a new company file', () => {
  it.each(queries)('responds to %sQuery as the message tables define', async (name) => {
    const { company } = openTestCompany({ template: 'starter' })
    const response = await sendXml(company, `<${name}QueryRq/>`)
    expect(response).toMatchObject({ name: `${name}QueryRs`, statusCode: 0 })
    expect(response.elements.length).toBeGreaterThan(0)
  })

  it('a new company file has invoices with lines and balanced postings', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const { elements } = await sendXml(
      company,
      '<InvoiceQueryRq><IncludeLineItems>1</IncludeLineItems></InvoiceQueryRq>',
    )
    expect(elements).toHaveLength(25)
    expect((await trialBalance(company)).total).toBe('0.00')
  })

  it('a new company file has accounts and system lists but no customers when empty', async () => {
    const { company } = openTestCompany({ template: 'empty' })
    expect(await sendXml(company, '<CustomerQueryRq/>')).toMatchObject({ statusCode: 1, elements: [] })
    expect((await sendXml(company, '<AccountQueryRq/>')).elements.length).toBeGreaterThan(30)
  })

  it('a new company file is the same in every file that is created at the same time', async () => {
    const xml = '<InvoiceQueryRq><IncludeLineItems>true</IncludeLineItems></InvoiceQueryRq>'
    const one = await sendXml(openTestCompany({ template: 'starter' }).company, xml)
    const other = await sendXml(openTestCompany({ template: 'starter' }).company, xml)
    expect(other).toEqual(one)
  })
})
