import { childrenByName } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'

function named(tag: string, name: string) {
  return `<${tag}><FullName>${name}</FullName></${tag}>`
}
function invoice(header: string, amount: string) {
  return `<InvoiceAddRq><InvoiceAdd>${named('CustomerRef', 'Foothill Fitness')}${header}<InvoiceLineAdd>${named('ItemRef', 'Printed Manual')}<Amount>${amount}</Amount></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`
}

describe('a group of sales taxes', () => {
  it('sums its rates and rounds once', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const rate = (name: string, percent: string) =>
      `<ItemSalesTaxAddRq><ItemSalesTaxAdd><Name>${name}</Name><TaxRate>${percent}</TaxRate>${named('TaxVendorRef', 'State Board of Equalization')}</ItemSalesTaxAdd></ItemSalesTaxAddRq>`
    only(await sendXml(company, rate('County', '0.125')))
    only(await sendXml(company, rate('City', '1.25')))
    const members = named('ItemSalesTaxRef', 'County') + named('ItemSalesTaxRef', 'City')
    const add = `<ItemSalesTaxGroupAdd><Name>Local</Name>${members}</ItemSalesTaxGroupAdd>`
    const group = only(await sendXml(company, `<ItemSalesTaxGroupAddRq>${add}</ItemSalesTaxGroupAddRq>`))
    expect(childrenByName(group, 'ItemSalesTaxRef')).toHaveLength(2)
    const posted = await getPostedChanges(company, async () => {
      const added = only(await sendXml(company, invoice(named('ItemSalesTaxRef', 'Local'), '13.20')))
      // 13.20 × 1.375 % = 0.1815; rounded one by one the taxes would make 0.02 + 0.17.
      expect(texts(added, 'ItemSalesTaxRef', 'SalesTaxPercentage', 'SalesTaxTotal')).toEqual(['Local', '1.375', '0.18'])
    })
    expect(posted).toEqual({
      'Accounts Receivable': '13.38',
      'Product Income': '-13.20',
      'Sales Tax Payable': '-0.18',
    })
  })
})
