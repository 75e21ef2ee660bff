import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  parseElement,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createModRequest, needsCurrent } from '../write/requests.ts'

const Vendor = requireTable('Vendor')
function create(body: unknown): string {
  return serializeCreate(Vendor, body)
}
function update(body: object): string {
  return serializeUpdate(Vendor, { Id: '80000001-1', SyncToken: '7', ...body })
}

const stored = `
  <VendorRet>
    <ListID>80000031-1782900000</ListID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-02T10:00:00+00:00</TimeModified>
    <EditSequence>1782986400</EditSequence>
    <Name>Patton Hardware</Name><IsActive>true</IsActive><CompanyName>Patton Hardware Supplies</CompanyName>
    <Salutation>Ms.</Salutation><FirstName>Ada</FirstName><LastName>Patton</LastName>
    <VendorAddress><Addr1>33 Old Bayshore Rd</Addr1><City>Bayshore</City><State>CA</State></VendorAddress>
    <Phone>415-555-0147</Phone><Email>ada@example.com</Email><Contact>Ada Patton</Contact>
    <NameOnCheck>Patton Hardware Supplies</NameOnCheck><AccountNumber>MS-8271</AccountNumber><Notes>pays late</Notes>
    <VendorTypeRef><ListID>80000002-1</ListID><FullName>Suppliers</FullName></VendorTypeRef>
    <TermsRef><ListID>80000005-1</ListID><FullName>Net 30</FullName></TermsRef>
    <CreditLimit>15000.00</CreditLimit><VendorTaxIdent>94-1234567</VendorTaxIdent>
    <IsVendorEligibleFor1099>true</IsVendorEligibleFor1099><Balance>4215.90</Balance>
    <PrefillAccountRef><ListID>80000040-1</ListID><FullName>Job Materials</FullName></PrefillAccountRef>
    <PrefillAccountRef><ListID>80000041-1</ListID><FullName>Tools</FullName></PrefillAccountRef>
    <DataExtRet><OwnerID>0</OwnerID><DataExtName>Rating</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>A</DataExtValue></DataExtRet>
  </VendorRet>`

describe('Vendor', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('Vendor', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: '80000031-1782900000',
      SyncToken: '1782986400',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-02T10:00:00+00:00' },
      DisplayName: 'Patton Hardware',
      Active: true,
      CompanyName: 'Patton Hardware Supplies',
      Title: 'Ms.',
      GivenName: 'Ada',
      FamilyName: 'Patton',
      BillAddr: { Line1: '33 Old Bayshore Rd', City: 'Bayshore', CountrySubDivisionCode: 'CA' },
      PrimaryPhone: { FreeFormNumber: '415-555-0147' },
      PrimaryEmailAddr: { Address: 'ada@example.com' },
      ContactName: 'Ada Patton',
      PrintOnCheckName: 'Patton Hardware Supplies',
      AcctNum: 'MS-8271',
      Notes: 'pays late',
      VendorTypeRef: { value: '80000002-1', name: 'Suppliers' },
      TermRef: { value: '80000005-1', name: 'Net 30' },
      CreditLimit: 15000,
      TaxIdentifier: '94-1234567',
      Vendor1099: true,
      Balance: 4215.9,
      PrefillAccountRef: { value: '80000040-1', name: 'Job Materials' },
      CustomField: [{ Name: 'Rating', Type: 'StringType', StringValue: 'A' }],
    })
  })

  it('writes a new vendor’s elements in QuickBooks’ order', () => {
    const body = {
      Vendor1099: true,
      TaxIdentifier: '94-1234567',
      TermRef: { name: 'Net 30' },
      DisplayName: 'Patton Hardware',
      BillAddr: { City: 'Bayshore' },
      AcctNum: 'MS-8271',
      PrintOnCheckName: 'Patton Supplies',
      PrimaryEmailAddr: { Address: 'ada@example.com' },
      Balance: 12.5,
      OpenBalanceDate: '2026-01-31',
      APAccountRef: {},
      TaxReportingBasis: 'Cash',
    }
    expect(create(body)).toBe(
      compact(`
        <VendorAddRq><VendorAdd>
          <Name>Patton Hardware</Name>
          <VendorAddress><City>Bayshore</City></VendorAddress>
          <Email>ada@example.com</Email>
          <NameOnCheck>Patton Supplies</NameOnCheck><AccountNumber>MS-8271</AccountNumber>
          <TermsRef><FullName>Net 30</FullName></TermsRef>
          <VendorTaxIdent>94-1234567</VendorTaxIdent><IsVendorEligibleFor1099>true</IsVendorEligibleFor1099>
          <OpenBalance>12.50</OpenBalance><OpenBalanceDate>2026-01-31</OpenBalanceDate>
        </VendorAdd></VendorAddRq>`),
    )
  })

  it('joins the name from its parts if DisplayName is missing', () => {
    expect(create({ GivenName: 'Ada', FamilyName: 'Patton' })).toContain('<Name>Ada Patton</Name>')
    expect(catchFault(() => create({ CompanyName: 'Nameless' }))).toMatchObject({
      code: '2020',
      element: 'DisplayName',
    })
  })

  it('changes sent fields, clears blank ones and keeps the rest', () => {
    expect(
      update({ Notes: '', Active: false, AlternatePhone: { FreeFormNumber: '555' }, BillAddr: { Line2: '' } }),
    ).toBe(
      '<VendorModRq><VendorMod><ListID>80000001-1</ListID><EditSequence>7</EditSequence><IsActive>false</IsActive>' +
        '<VendorAddress><Addr2 /></VendorAddress><AltPhone>555</AltPhone><Notes /></VendorMod></VendorModRq>',
    )
  })

  it('accepts its own record as an update that changes nothing, including its default accounts', () => {
    const record = checkUpdate(Vendor, read('Vendor', stored))
    expect(needsCurrent(record)).toBe(true)
    expect(serializeRequest(createModRequest(record, parseElement(stored)))).not.toContain('PrefillAccountRef')
    const other = checkUpdate(Vendor, {
      Id: '80000031-1782900000',
      SyncToken: '1782986400',
      PrefillAccountRef: { value: '80000041-1' },
    })
    expect(catchFault(() => createModRequest(other, parseElement(stored)))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'PrefillAccountRef',
    })
  })

  it.each([
    ['ParentRef', { value: '1' }],
    ['OtherAddr', { Line1: '1 High Street' }],
    ['APAccountRef', { value: '1' }],
    ['BillRate', 25],
    ['T4AEligible', true],
  ])('rejects %s, which the desktop lacks', (element, value) => {
    expect(catchFault(() => create({ DisplayName: 'A', [element]: value }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element,
    })
  })
})
