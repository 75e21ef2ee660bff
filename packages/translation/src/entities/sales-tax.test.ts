import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  catchFault,
  context,
  listIdentity,
  parseResponse,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
  shownIdentity,
} from '../../test/translation.fixture.ts'
import { checkCreate } from '../check/check.ts'
import { parseQuery } from '../query/parse.ts'
import { planQuery } from '../query/plan.ts'
import { createReadRequests } from '../read/requests.ts'
import { readResponse, readResponses } from '../read/response.ts'

function rateOf(id: string, name: string, order = 0) {
  return { TaxRateRef: { value: id, name }, TaxTypeApplicable: 'TaxOnAmount', TaxOrder: order }
}
const city = `<ItemSalesTaxRef><ListID>8000000A-1</ListID><FullName>City</FullName></ItemSalesTaxRef>`
const county = `<ItemSalesTaxRef><ListID>8000000B-1</ListID><FullName>County</FullName></ItemSalesTaxRef>`
const group = `<ItemSalesTaxGroupRet>${listIdentity}<Name>City and county</Name><IsActive>true</IsActive>${city}${county}</ItemSalesTaxGroupRet>`
const both = { TaxRateDetail: [rateOf('8000000A-1', 'City'), rateOf('8000000B-1', 'County', 1)] }

/** A file in which a tax code, an item and a group have the same name, and the first two the same ID. */
const merged = {
  SalesTaxCode:
    '<SalesTaxCodeRet><ListID>80000001-1</ListID><Name>Tax</Name><IsActive>true</IsActive><IsTaxable>true</IsTaxable></SalesTaxCodeRet><SalesTaxCodeRet><ListID>80000002-1</ListID><Name>Non</Name><IsActive>true</IsActive><IsTaxable>false</IsTaxable></SalesTaxCodeRet>',
  ItemSalesTax:
    '<ItemSalesTaxRet><ListID>80000001-1</ListID><Name>Tax</Name><IsActive>true</IsActive><TaxRate>7.75</TaxRate></ItemSalesTaxRet>',
  ItemSalesTaxGroup: `<ItemSalesTaxGroupRet><ListID>80000002-1</ListID><Name>Tax</Name><IsActive>true</IsActive>${city}</ItemSalesTaxGroupRet>`,
}

/** Queries tax codes in the merged file, whose desktop returns whole lists. */
function query(text: string) {
  const run = planQuery(parseQuery(text), requireTable('TaxCode'), context)
  const requests = run.next()
  runAtOnce(
    run.accept(
      requests.map(({ name }) =>
        parseResponse(name.replace(/Rq$/, 'Rs'), merged[name.replace('QueryRq', '') as keyof typeof merged]),
      ),
    ),
  )
  return {
    requests: requests.map(serializeRequest),
    ids: (run.finish().queryResponse.TaxCode as readonly { Id: string }[] | undefined)?.map(({ Id }) => Id) ?? [],
  }
}

describe('TaxCode', () => {
  it('reads whether a code is taxable', () => {
    const code = `<SalesTaxCodeRet>${listIdentity}<Name>Tax</Name><IsActive>true</IsActive><IsTaxable>true</IsTaxable><Desc>Taxable Sales</Desc></SalesTaxCodeRet>`
    expect(read('TaxCode', code)).toEqual({
      ...shownIdentity,
      Id: `TC-${shownIdentity.Id}`,
      Name: 'Tax',
      Description: 'Taxable Sales',
      Hidden: false,
      Taxable: true,
      TaxGroup: false,
      SalesTaxRateList: { TaxRateDetail: [] },
      PurchaseTaxRateList: { TaxRateDetail: [] },
    })
  })

  it('reads a sales-tax item with its rate, and a group with its items’ rates', () => {
    const item = `<ItemSalesTaxRet>${listIdentity}<Name>San Tomas</Name><IsActive>true</IsActive><ItemDesc>County tax</ItemDesc><TaxRate>7.75</TaxRate></ItemSalesTaxRet>`
    const rated = { Hidden: false, Taxable: true, TaxGroup: true, PurchaseTaxRateList: { TaxRateDetail: [] } }
    expect(read('TaxCode', item)).toEqual({
      ...shownIdentity,
      ...rated,
      Name: 'San Tomas',
      Description: 'County tax',
      SalesTaxRateList: { TaxRateDetail: [rateOf(shownIdentity.Id, 'San Tomas')] },
    })
    expect(read('TaxCode', group)).toEqual({
      ...shownIdentity,
      ...rated,
      Name: 'City and county',
      SalesTaxRateList: both,
    })
  })

  it('each record has an ID, even where IDs and names are equal', () => {
    const { ids, requests } = query('SELECT * FROM TaxCode')
    expect(ids).toEqual(['TC-80000001-1', 'TC-80000002-1', '80000001-1', '80000002-1'])
    expect(requests).toHaveLength(3)
  })

  it.each([
    ["Id = 'TC-80000001-1'", ['TC-80000001-1']],
    ["Id = 'tc-80000001-1'", ['TC-80000001-1']],
    ["Id = '80000001-1'", ['80000001-1']],
    ["Id = 'TAX'", ['TC-80000001-1']],
    ["Id IN ('TAX', 'NON', '80000002-1')", ['TC-80000001-1', 'TC-80000002-1', '80000002-1']],
    ["Id != 'TAX'", ['TC-80000002-1', '80000001-1', '80000002-1']],
    ["Name = 'Tax'", ['TC-80000001-1', '80000001-1', '80000002-1']],
  ])('is found by %s', (condition, expected) => {
    expect(query(`SELECT * FROM TaxCode WHERE ${condition}`).ids).toEqual(expected)
  })

  it('a code is queried only in the list its ID belongs to', () => {
    expect(query("SELECT * FROM TaxCode WHERE Id IN ('TAX', 'TC-80000002-1')").requests).toEqual([
      '<SalesTaxCodeQueryRq><FullName>TAX</FullName></SalesTaxCodeQueryRq>',
      '<SalesTaxCodeQueryRq><ListID>80000002-1</ListID></SalesTaxCodeQueryRq>',
    ])
    expect(query("SELECT * FROM TaxCode WHERE Id = '80000002-1'").requests).toEqual([
      '<ItemSalesTaxQueryRq><ListID>80000002-1</ListID></ItemSalesTaxQueryRq>',
      '<ItemSalesTaxGroupQueryRq><ListID>80000002-1</ListID></ItemSalesTaxGroupQueryRq>',
    ])
  })

  it.each([
    ['TC-80000001-1', ['<SalesTaxCodeQueryRq><ListID>80000001-1</ListID></SalesTaxCodeQueryRq>']],
    ['NON', ['<SalesTaxCodeQueryRq><FullName>NON</FullName></SalesTaxCodeQueryRq>']],
    [
      '80000001-1',
      [
        '<ItemSalesTaxQueryRq><ListID>80000001-1</ListID></ItemSalesTaxQueryRq>',
        '<ItemSalesTaxGroupQueryRq><ListID>80000001-1</ListID></ItemSalesTaxGroupQueryRq>',
      ],
    ],
  ])('a code is read by the Id %s', (id, requests) => {
    expect(createReadRequests(requireTable('TaxCode'), id).map(serializeRequest)).toEqual(requests)
  })

  it('a read finds the record with the Id, or with the name replacing it', () => {
    const responses = [
      parseResponse(
        'SalesTaxCodeQueryRs',
        `${merged.SalesTaxCode.split('</SalesTaxCodeRet>', 1)[0]}</SalesTaxCodeRet>`,
      ),
    ]
    const readBy = (id: string) =>
      runAtOnce(readResponses(responses, requireTable('TaxCode'), context, id)).records[0]?.Id
    expect(readBy('tc-80000001-1')).toBe('TC-80000001-1')
    expect(readBy('tax')).toBe('TC-80000001-1')
    for (const other of ['80000001-1', 'NON', 'TC-80000002-1']) expect(catchFault(() => readBy(other)).code).toBe('500')
  })
})

describe('a reference to a TaxCode', () => {
  const line = (TaxCodeRef: object) => ({
    CustomerRef: { value: '80000009-1' },
    Line: [
      {
        Amount: 5,
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: { ItemRef: { value: '8000000E-1' }, TaxCodeRef },
      },
    ],
  })

  it('a reference is written as the list’s ID, or as the name', () => {
    expect(serializeCreate(requireTable('Invoice'), line({ value: 'TC-80000001-1', name: 'Tax' }))).toContain(
      '<SalesTaxCodeRef><ListID>80000001-1</ListID></SalesTaxCodeRef>',
    )
    expect(serializeCreate(requireTable('Invoice'), line({ value: 'tax' }))).toContain(
      '<SalesTaxCodeRef><FullName>TAX</FullName></SalesTaxCodeRef>',
    )
  })

  it('rejects a sales-tax item on a line, whose ID could be a code’s [dp-7.3:2500]', () => {
    expect(catchFault(() => serializeCreate(requireTable('Invoice'), line({ value: '80000001-1' })))).toMatchObject({
      code: '2500',
      element: 'Line[0].SalesItemLineDetail.TaxCodeRef',
    })
  })

  it('a fault about an unknown code names its reference [dp-7.3:2500]', () => {
    const table = requireTable('Invoice')
    const refused = parseResponse('InvoiceAddRs', '', {
      code: 3140,
      severity: 'Error',
      message: 'There is an invalid reference to QuickBooks Sales Tax Code &quot;80000007-1&quot; in the Invoice line.',
    })
    const record = checkCreate(table, line({ value: 'TC-80000007-1' }))
    expect(catchFault(() => readResponse(refused, table, context, record))).toMatchObject({
      code: '2500',
      element: 'Line[0].SalesItemLineDetail.TaxCodeRef',
    })
  })
})

describe('TaxRate', () => {
  /** Reads the group with two rates, whose items QuickBooks returns with it. */
  function readGroup(rates: string) {
    const responses = [
      parseResponse('ItemSalesTaxQueryRs', ''),
      parseResponse('ItemSalesTaxGroupQueryRs', group),
      parseResponse('ItemSalesTaxQueryRs', rates),
    ]
    return runAtOnce(readResponses(responses, requireTable('TaxRate'), context, shownIdentity.Id)).records
  }
  function rate(id: string, percent: string): string {
    return `<ItemSalesTaxRet><ListID>${id}</ListID><Name>${id}</Name><TaxRate>${percent}</TaxRate></ItemSalesTaxRet>`
  }

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
    const rates = rate('8000000A-1', '0.1') + rate('8000000B-1', '0.2') + rate('8-1', '9')
    expect(readGroup(rates)).toEqual([
      { ...shownIdentity, Name: 'City and county', RateValue: 0.3, SalesTaxRateList: both },
    ])
  })

  it.each([
    ['is missing', rate('8000000A-1', '0.1')],
    ['is not a number', rate('8000000A-1', '0.1') + rate('8000000B-1', 'x')],
    ['has no fields', '<ItemSalesTaxRet></ItemSalesTaxRet>'],
  ])('reads a group without its sum if a rate %s', (_what, rates) => {
    expect(readGroup(rates)).toEqual([{ ...shownIdentity, Name: 'City and county', SalesTaxRateList: both }])
  })

  it('rates are read by the item and group queries, with all items’ rates', () => {
    expect(createReadRequests(requireTable('TaxRate'), '80000004-1').map(serializeRequest)).toEqual([
      '<ItemSalesTaxQueryRq><ListID>80000004-1</ListID><OwnerID>0</OwnerID></ItemSalesTaxQueryRq>',
      '<ItemSalesTaxGroupQueryRq><ListID>80000004-1</ListID><OwnerID>0</OwnerID></ItemSalesTaxGroupQueryRq>',
      '<ItemSalesTaxQueryRq><ActiveStatus>All</ActiveStatus></ItemSalesTaxQueryRq>',
    ])
  })
})

describe('TaxAgency', () => {
  const vendor = (id: string, name: string): string =>
    `<VendorRet><ListID>${id}</ListID><Name>${name}</Name><IsActive>true</IsActive><AccountNumber>SR-7</AccountNumber></VendorRet>`

  it('an agency is read as a vendor referenced by a sales tax item', () => {
    const run = planQuery(parseQuery('SELECT Id, DisplayName FROM TaxAgency'), requireTable('TaxAgency'), context)
    expect(run.next().map(({ name }) => name)).toEqual(['VendorQueryRq', 'ItemSalesTaxQueryRq'])
    runAtOnce(
      run.accept([
        parseResponse('VendorQueryRs', vendor('80000009-1', 'State Board') + vendor('8000000A-1', 'Grocer')),
        parseResponse(
          'ItemSalesTaxQueryRs',
          '<ItemSalesTaxRet><ListID>1-1</ListID><TaxVendorRef><ListID>80000009-1</ListID></TaxVendorRef></ItemSalesTaxRet>',
        ),
      ]),
    )
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
