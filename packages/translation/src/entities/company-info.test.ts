import { describe, expect, it } from 'vitest'
import { read } from '../../test/translation.fixture.ts'

const stored = `
  <CompanyRet>
    <IsSampleCompany>false</IsSampleCompany><CompanyName>Acme</CompanyName><LegalCompanyName>Acme Ltd</LegalCompanyName>
    <Address><Addr1>5 Main</Addr1><City>Bayshore</City><State>CA</State><PostalCode>94326</PostalCode></Address>
    <LegalAddress><Addr1>6 Main</Addr1></LegalAddress>
    <Phone>415-555-6579</Phone><Email>a@example.com</Email><CompanyWebSite>https://acme.example</CompanyWebSite>
    <FirstMonthFiscalYear>January</FirstMonthFiscalYear><FirstMonthIncomeTaxYear>April</FirstMonthIncomeTaxYear>
    <CompanyType>Retail</CompanyType><EIN>12-3456789</EIN><TaxForm>Form1120</TaxForm>
  </CompanyRet>`

describe('CompanyInfo', () => {
  it('reads a record with the realm ID as its Id [dp-2.1:CompanyInfo.Id]', () => {
    expect(read('CompanyInfo', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '1234567890123456',
      SyncToken: '0',
      CompanyName: 'Acme',
      LegalName: 'Acme Ltd',
      CompanyAddr: { Line1: '5 Main', City: 'Bayshore', CountrySubDivisionCode: 'CA', PostalCode: '94326' },
      LegalAddr: { Line1: '6 Main' },
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
})
