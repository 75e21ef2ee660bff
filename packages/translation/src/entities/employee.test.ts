import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  parseElement,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createModRequest, needsCurrent } from '../write/requests.ts'

const Employee = requireTable('Employee')
function create(body: object): string {
  return serializeCreate(Employee, { GivenName: 'Ada', FamilyName: 'Byron', ...body })
}
function update(body: object): string {
  return serializeUpdate(Employee, { Id: '8000001F-1', SyncToken: '7', ...body }, stored)
}

const stored = `
  <EmployeeRet>
    <ListID>8000001F-1782900005</ListID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>7</EditSequence>
    <Name>Ada M. Byron</Name><IsActive>true</IsActive>
    <FirstName>Ada</FirstName><MiddleName>M.</MiddleName><LastName>Byron</LastName>
    <EmployeeAddress><Addr1>5 Main</Addr1><City>Bayshore</City><State>CA</State><PostalCode>94326</PostalCode></EmployeeAddress>
    <PrintAs>A. Byron</PrintAs><Phone>415-555-6579</Phone><Mobile>415-555-0001</Mobile>
    <SSN>123-45-6789</SSN><Email>ada@example.com</Email>
    <EmployeeType>Regular</EmployeeType><Gender>Female</Gender>
    <HiredDate>2020-01-02</HiredDate><ReleasedDate>2026-06-30</ReleasedDate><BirthDate>1990-12-10</BirthDate>
    <AccountNumber>E-7</AccountNumber><Notes>analyst</Notes>
  </EmployeeRet>`

describe('Employee', () => {
  it('masks the social security number [dp-4.2-notes:2]', () => {
    expect(read('Employee', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      BillableTime: false,
      Id: '8000001F-1782900005',
      SyncToken: '7',
      MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
      DisplayName: 'Ada M. Byron',
      Active: true,
      GivenName: 'Ada',
      MiddleName: 'M.',
      FamilyName: 'Byron',
      PrimaryAddr: { Line1: '5 Main', City: 'Bayshore', CountrySubDivisionCode: 'CA', PostalCode: '94326' },
      PrintOnCheckName: 'A. Byron',
      PrimaryPhone: { FreeFormNumber: '415-555-6579' },
      Mobile: { FreeFormNumber: '415-555-0001' },
      SSN: 'XXX-XX-6789',
      PrimaryEmailAddr: { Address: 'ada@example.com' },
      EmployeeType: 'Regular',
      Gender: 'Female',
      HiredDate: '2020-01-02',
      ReleasedDate: '2026-06-30',
      BirthDate: '1990-12-10',
      EmployeeNumber: 'E-7',
      Notes: 'analyst',
    })
  })

  it('keeps a number masked by QuickBooks, and omits a missing one', () => {
    expect(read('Employee', '<EmployeeRet><SSN>***-**-6789</SSN></EmployeeRet>').SSN).toBe('XXX-XX-6789')
    expect(read('Employee', '<EmployeeRet><Name>A</Name></EmployeeRet>')).not.toHaveProperty('SSN')
  })

  it('writes a new employee’s elements in QuickBooks’ order, without the composed name', () => {
    const body = {
      BirthDate: '1990-12-10',
      SSN: '123-45-6789',
      DisplayName: ' Ada Byron ',
      Gender: 'Female',
      PrimaryAddr: { Line1: '5 Main', PostalCode: '94326' },
      Mobile: { FreeFormNumber: '1' },
    }
    expect(create(body)).toBe(
      compact(`
        <EmployeeAddRq><EmployeeAdd>
          <FirstName>Ada</FirstName><LastName>Byron</LastName>
          <EmployeeAddress><Addr1>5 Main</Addr1><PostalCode>94326</PostalCode></EmployeeAddress>
          <Mobile>1</Mobile><SSN>123-45-6789</SSN><Gender>Female</Gender><BirthDate>1990-12-10</BirthDate>
        </EmployeeAdd></EmployeeAddRq>`),
    )
  })

  it('changes sent fields and clears blank ones [dp-4.2.3]', () => {
    expect(update({ Notes: '', ReleasedDate: '2026-07-31' })).toBe(
      compact(`
        <EmployeeModRq><EmployeeMod>
          <ListID>8000001F-1</ListID><EditSequence>7</EditSequence>
          <ReleasedDate>2026-07-31</ReleasedDate><Notes />
        </EmployeeMod></EmployeeModRq>`),
    )
  })

  it('rejects a DisplayName other than its parts [dp-4.2-notes:2]', () => {
    const rejection = { code: '2010', status: 400, element: 'DisplayName' }
    expect(catchFault(() => create({ DisplayName: 'Lady Lovelace' }))).toMatchObject(rejection)
    expect(catchFault(() => update({ DisplayName: 'Lady Lovelace' }))).toMatchObject(rejection)
    expect(catchFault(() => update({ DisplayName: 'Ada Lovelace', GivenName: 'Augusta' }))).toMatchObject(rejection)
    expect(update({ DisplayName: 'Augusta M. Byron', GivenName: 'Augusta' })).toContain(
      '<FirstName>Augusta</FirstName>',
    )
    expect(update({ DisplayName: 'Ada Byron', MiddleName: '' })).toContain('<MiddleName />')
  })

  it('accepts the stored DisplayName next to a changed part, as a client echoes it', () => {
    expect(update({ DisplayName: 'Ada M. Byron', GivenName: 'Augusta' })).toContain('<FirstName>Augusta</FirstName>')
  })

  it('accepts a birth before 1970', () => {
    expect(create({ BirthDate: '1948-02-29', HiredDate: '1969-12-31' })).toContain('<BirthDate>1948-02-29</BirthDate>')
    expect(catchFault(() => create({ BirthDate: '1900-12-31' }))).toMatchObject({ code: '2010', element: 'BirthDate' })
  })

  it('requires a name part', () => {
    expect(catchFault(() => create({ GivenName: ' ', FamilyName: null, DisplayName: 'Ada' }))).toMatchObject({
      code: '2020',
      element: 'GivenName',
    })
  })

  it('writes SSN and Gender only on create [dp-1.3]', () => {
    expect(catchFault(() => update({ SSN: '987-65-4321' }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'SSN',
    })
    expect(catchFault(() => update({ Gender: 'Male' }))).toMatchObject({ element: 'Gender' })
    expect(catchFault(() => create({ SSN: 'XXX-XX-6789' }))).toMatchObject({ code: '2010', element: 'SSN' })
    expect(catchFault(() => create({ SSN: 'Zx3' }))).toMatchObject({ code: '2010', element: 'SSN' })
  })

  it('accepts its own record as an update', () => {
    const record = checkUpdate(Employee, read('Employee', stored))
    expect(needsCurrent(record)).toBe(true)
    expect(serializeRequest(createModRequest(record, parseElement(stored)))).not.toContain('<SSN>')
  })
})
