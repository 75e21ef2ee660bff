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

const Customer = requireTable('Customer')
function create(body: unknown): string {
  return serializeCreate(Customer, body)
}
function update(body: object): string {
  return serializeUpdate(Customer, { Id: '80000001-1', SyncToken: '7', ...body })
}

const stored = `
  <CustomerRet>
    <ListID>8000007E-1197732180</ListID>
    <TimeCreated>2007-12-15T07:23:00-08:00</TimeCreated>
    <TimeModified>2012-07-26T08:46:23-05:00</TimeModified>
    <EditSequence>1343306783</EditSequence>
    <Name>Kitchen</Name>
    <FullName>Abercrombie:Kitchen</FullName>
    <IsActive>true</IsActive>
    <ParentRef><ListID>80000001-1</ListID><FullName>Abercrombie</FullName></ParentRef>
    <Sublevel>1</Sublevel>
    <FirstName>Jean-S&#233;bastien</FirstName>
    <BillAddress><Addr1>5 Main</Addr1><City>Bayshore</City><State>CA</State><PostalCode>94326</PostalCode></BillAddress>
    <Phone>415-555-6579</Phone>
    <Email>a@example.com</Email>
    <TermsRef><ListID>20000-933272658</ListID><FullName>Net 30</FullName></TermsRef>
    <Balance>12.50</Balance>
    <TotalBalance>112.50</TotalBalance>
    <SalesTaxCodeRef><ListID>80000002-1</ListID><FullName>Non</FullName></SalesTaxCodeRef>
    <JobStatus>InProgress</JobStatus>
    <PreferredDeliveryMethod>Mail</PreferredDeliveryMethod>
    <DataExtRet><OwnerID>0</OwnerID><DataExtName>Colour</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>red</DataExtValue></DataExtRet>
  </CustomerRet>`

describe('Customer', () => {
  it('reads a record as client-side JSON [dp-2.1:Id] [dp-2.1:SyncToken] [dp-2.1:1] [dp-2.1:domain] [dp-2.1:sparse] [dp-2.1:MetaData]', () => {
    expect(read('Customer', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      BillWithParent: true,
      PrintOnCheckName: 'Kitchen',
      Id: '8000007E-1197732180',
      SyncToken: '1343306783',
      MetaData: { CreateTime: '2007-12-15T15:23:00+00:00', LastUpdatedTime: '2012-07-26T12:46:23+00:00' },
      DisplayName: 'Kitchen',
      FullyQualifiedName: 'Abercrombie:Kitchen',
      Active: true,
      ParentRef: { value: '80000001-1', name: 'Abercrombie' },
      Job: true,
      Level: 1,
      GivenName: 'Jean-Sébastien',
      BillAddr: { Line1: '5 Main', City: 'Bayshore', CountrySubDivisionCode: 'CA', PostalCode: '94326' },
      PrimaryPhone: { FreeFormNumber: '415-555-6579' },
      PrimaryEmailAddr: { Address: 'a@example.com' },
      SalesTermRef: { value: '20000-933272658', name: 'Net 30' },
      Balance: 12.5,
      BalanceWithJobs: 112.5,
      Taxable: false,
      JobInfo: { Status: 'InProgress' },
      PreferredDeliveryMethod: 'Print',
      CustomField: [{ Name: 'Colour', Type: 'StringType', StringValue: 'red' }],
    })
  })

  it('writes a new customer’s elements in QuickBooks’ order [dp-4.2:2]', () => {
    const body = {
      CreditLimit: '2500.5',
      DisplayName: "O'Brien & Söhne",
      Taxable: true,
      SalesTermRef: { name: 'Net 30' },
      ShipAddr: { City: 'Bayshore' },
      ParentRef: { value: '80000001-1', name: 'is not needed beside the id' },
      Notes: 'two\nlines',
    }
    expect(create(body)).toBe(
      compact(`
        <CustomerAddRq><CustomerAdd>
          <Name>O'Brien &amp; S&#246;hne</Name>
          <ParentRef><ListID>80000001-1</ListID></ParentRef>
          <ShipAddress><City>Bayshore</City></ShipAddress>
          <TermsRef><FullName>Net 30</FullName></TermsRef>
          <SalesTaxCodeRef><FullName>Tax</FullName></SalesTaxCodeRef>
          <CreditLimit>2500.50</CreditLimit>
          <Notes>two\nlines</Notes>
        </CustomerAdd></CustomerAddRq>`),
    )
  })

  it('changes sent fields, clears blank ones and keeps the rest [dp-4.2.3]', () => {
    expect(update({ Notes: 'new', CompanyName: '', PrimaryPhone: null })).toBe(
      compact(`
        <CustomerModRq><CustomerMod>
          <ListID>80000001-1</ListID><EditSequence>7</EditSequence>
          <CompanyName></CompanyName><Phone></Phone><Notes>new</Notes>
        </CustomerMod></CustomerModRq>`).replaceAll(/<(\w+)><\/\1>/g, '<$1 />'),
    )
  })

  it('sends the token as the edit sequence, even if it was a number [dp-2.1:SyncToken]', () => {
    expect(update({ SyncToken: 12, Active: false })).toContain(
      '<EditSequence>12</EditSequence><IsActive>false</IsActive>',
    )
  })

  it('joins the name from its parts if DisplayName is missing', () => {
    expect(create({ GivenName: 'Ada', FamilyName: 'Byron' })).toContain('<Name>Ada Byron</Name>')
    expect(catchFault(() => create({ CompanyName: 'Nameless' }))).toMatchObject({
      code: '2020',
      element: 'DisplayName',
    })
  })

  it('accepts an opening balance together with its date, and requires both [dp-7.3:2020]', () => {
    expect(create({ DisplayName: 'A', Balance: 10, OpenBalanceDate: '2026-01-31' })).toContain(
      '<OpenBalance>10.00</OpenBalance><OpenBalanceDate>2026-01-31</OpenBalanceDate>',
    )
    const fault = (body: object) => {
      const { code, element } = catchFault(() => create({ DisplayName: 'A', ...body }))
      return { code, element }
    }
    expect(fault({ Balance: 10 })).toEqual({ code: '2020', element: 'OpenBalanceDate' })
    expect(fault({ OpenBalanceDate: '2026-01-31' })).toEqual({ code: '2020', element: 'Balance' })
    expect(create({ DisplayName: 'A', Balance: 0, OpenBalanceDate: '0001-01-01T00:00:00Z' })).not.toContain('Open')
  })

  it('rejects names with a level separator', () => {
    expect(catchFault(() => create({ DisplayName: 'A:B' }))).toMatchObject({ code: '2010', element: 'DisplayName' })
  })

  it('accepts its own record as an update that changes nothing', () => {
    const record = checkUpdate(Customer, read('Customer', stored))
    expect(needsCurrent(record)).toBe(true)
    expect(serializeRequest(createModRequest(record, parseElement(stored)))).toContain('<Name>Kitchen</Name>')
  })

  it('rejects a value QuickBooks cannot change [dp-1.3]', () => {
    const emptied = checkUpdate(Customer, { ...read('Customer', stored), ParentRef: null })
    expect(catchFault(() => createModRequest(emptied, parseElement(stored)))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'ParentRef',
    })
  })
})
