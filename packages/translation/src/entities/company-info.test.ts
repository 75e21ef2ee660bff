import { describe, expect, it } from 'vitest'
import { context, parseElement, read, requireTable } from '../../test/translation.fixture.ts'
import { readRecord } from '../read/read.ts'

const stored = `
  <CompanyRet>
    <IsSampleCompany>false</IsSampleCompany><CompanyName>Acme</CompanyName><LegalCompanyName>Acme Ltd</LegalCompanyName>
    <Address><Addr1>5 Main</Addr1><City>Bayshore</City><State>CA</State><PostalCode>94326</PostalCode><Country>U.S.A.</Country></Address>
    <LegalAddress><Addr1>6 Main</Addr1><Country>Freedonia</Country></LegalAddress>
    <Phone>415-555-6579</Phone><Email>a@example.com</Email><CompanyWebSite>https://acme.example</CompanyWebSite>
    <FirstMonthFiscalYear>January</FirstMonthFiscalYear><FirstMonthIncomeTaxYear>April</FirstMonthIncomeTaxYear>
    <CompanyType>Retail</CompanyType><EIN>12-3456789</EIN><TaxForm>Form1120</TaxForm>
  </CompanyRet>`

describe('CompanyInfo', () => {
  it('reads the company with the realm ID as its Id [dp-2.1:CompanyInfo.Id]', () => {
    expect(read('CompanyInfo', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '1234567890123456',
      SyncToken: '0',
      CompanyName: 'Acme',
      LegalName: 'Acme Ltd',
      CompanyAddr: {
        Line1: '5 Main',
        City: 'Bayshore',
        CountrySubDivisionCode: 'CA',
        PostalCode: '94326',
        Country: 'USA',
      },
      LegalAddr: { Line1: '6 Main', Country: 'Freedonia' },
      PrimaryPhone: { FreeFormNumber: '415-555-6579' },
      Email: { Address: 'a@example.com' },
      WebAddr: { URI: 'https://acme.example' },
      FiscalYearStartMonth: 'January',
      TaxYearStartMonth: 'April',
      EmployerId: '12-3456789',
      SampleFile: false,
      Country: 'US',
      SupportedLanguages: 'en',
      NameValue: [
        { Name: 'CompanyType', Value: 'Retail' },
        { Name: 'TaxForm', Value: 'Form1120' },
      ],
    })
  })

  it.each([
    ['CompanyInfo', stored],
    ['Preferences', '<PreferencesRet></PreferencesRet>'],
  ])('returns the read time for %s, for which QuickBooks has no times [dp-2.1:MetaData]', (name, record) => {
    const now = new Date('2026-07-01T10:00:00.900Z')
    expect(readRecord(requireTable(name), parseElement(record), { ...context, now }).MetaData).toEqual({
      CreateTime: '2026-07-01T10:00:00+00:00',
      LastUpdatedTime: '2026-07-01T10:00:00+00:00',
    })
  })
})
