import { describe, expect, it } from 'vitest'
import {
  context,
  listIdentity,
  parseResponse,
  printRequest,
  read,
  requireTable,
  shownIdentity,
} from '../../test/translation.fixture.ts'
import { parseQuery } from '../query/parse.ts'
import { planQuery } from '../query/plan.ts'
import { createReadRequests } from '../read/requests.ts'

describe('TaxCode', () => {
  it('reads whether a code is taxable', () => {
    const code = `<SalesTaxCodeRet>${listIdentity}<Name>Tax</Name><IsActive>true</IsActive><IsTaxable>true</IsTaxable><Desc>Taxable Sales</Desc></SalesTaxCodeRet>`
    expect(read('TaxCode', code)).toEqual({
      ...shownIdentity,
      Name: 'Tax',
      Description: 'Taxable Sales',
      Hidden: false,
      Taxable: true,
      TaxGroup: false,
      SalesTaxRateList: { TaxRateDetail: [] },
      PurchaseTaxRateList: { TaxRateDetail: [] },
    })
  })
})

describe('TaxRate', () => {
  it('reads a rate', () => {
    const item = `<ItemSalesTaxRet>${listIdentity}<Name>San Tomas</Name><IsActive>true</IsActive><ItemDesc>County tax</ItemDesc><TaxRate>7.75</TaxRate><TaxVendorRef><ListID>80000009-1</ListID><FullName>State Board</FullName></TaxVendorRef></ItemSalesTaxRet>`
    expect(read('TaxRate', item)).toEqual({
      ...shownIdentity,
      Name: 'San Tomas',
      Description: 'County tax',
      RateValue: 7.75,
      AgencyRef: { value: '80000009-1', name: 'State Board' },
    })
  })

  it('reads a group as the sum of its rates', () => {
    const group = `<ItemSalesTaxGroupRet>${listIdentity}<Name>City and county</Name><IsActive>true</IsActive><ItemSalesTaxRef><ListID>8000000A-1</ListID><FullName>City</FullName></ItemSalesTaxRef><ItemSalesTaxRef><ListID>8000000B-1</ListID><FullName>County</FullName></ItemSalesTaxRef></ItemSalesTaxGroupRet>`
    expect(read('TaxRate', group)).toEqual({
      ...shownIdentity,
      Name: 'City and county',
      SalesTaxRateList: {
        TaxRateDetail: [
          { TaxRateRef: { value: '8000000A-1', name: 'City' }, TaxTypeApplicable: 'TaxOnAmount', TaxOrder: 0 },
          { TaxRateRef: { value: '8000000B-1', name: 'County' }, TaxTypeApplicable: 'TaxOnAmount', TaxOrder: 1 },
        ],
      },
    })
  })

  it('is read by the queries of items and groups', () => {
    expect(createReadRequests(requireTable('TaxRate'), '80000004-1').map(printRequest)).toEqual([
      '<ItemSalesTaxQueryRq><ListID>80000004-1</ListID><OwnerID>0</OwnerID></ItemSalesTaxQueryRq>',
      '<ItemSalesTaxGroupQueryRq><ListID>80000004-1</ListID><OwnerID>0</OwnerID></ItemSalesTaxGroupQueryRq>',
    ])
  })
})

describe('TaxAgency', () => {
  const vendor = (id: string, name: string): string =>
    `<VendorRet><ListID>${id}</ListID><Name>${name}</Name><IsActive>true</IsActive><AccountNumber>SR-7</AccountNumber></VendorRet>`

  it('is read as a vendor that a sales tax item references', () => {
    const run = planQuery(parseQuery('SELECT Id, DisplayName FROM TaxAgency'), requireTable('TaxAgency'), context)
    expect(run.next().map(({ name }) => name)).toEqual(['VendorQueryRq', 'ItemSalesTaxQueryRq'])
    run.accept([
      parseResponse('VendorQueryRs', vendor('80000009-1', 'State Board') + vendor('8000000A-1', 'Grocer')),
      parseResponse(
        'ItemSalesTaxQueryRs',
        '<ItemSalesTaxRet><ListID>1-1</ListID><TaxVendorRef><ListID>80000009-1</ListID></TaxVendorRef></ItemSalesTaxRet>',
      ),
    ])
    expect(run.finish().queryResponse.TaxAgency).toEqual([{ Id: '80000009-1', DisplayName: 'State Board' }])
  })

  it('reads a record as client-side JSON', () => {
    expect(read('TaxAgency', vendor('80000009-1', 'State Board'))).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '80000009-1',
      DisplayName: 'State Board',
      Active: true,
      TaxTrackedOnSales: true,
      TaxTrackedOnPurchases: false,
      TaxRegistrationNumber: 'SR-7',
    })
  })
})
