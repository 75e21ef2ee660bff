import { child, childrenByName, childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'

describe('system queries', () => {
  it('system queries return the company name without ID and EditSequence', async () => {
    const { company } = openTestCompany({ companyName: 'Smith & Sons' })
    const [record] = (await sendXml(company, '<CompanyQueryRq/>')).elements
    expect(record && childText(record, 'CompanyName')).toBe('Smith & Sons')
    expect(record && child(record, 'EditSequence')).toBeUndefined()
  })

  it('system queries return the versions and the file mode', async () => {
    const { company } = openTestCompany()
    company.switches.multiUser = true
    const [record] = (await sendXml(company, '<HostQueryRq/>')).elements
    expect(record && childrenByName(record, 'SupportedQBXMLVersion').at(-1)?.text).toBe('13.0')
    expect(record && childText(record, 'QBFileMode')).toBe('MultiUser')
    const full =
      '<HostQueryRq><IncludeListMetaData><IncludeMaxCapacity>true</IncludeMaxCapacity></IncludeListMetaData></HostQueryRq>'
    expect((await sendXml(company, full)).elements[0]?.children.at(-1)?.name).toBe('ListMetaData')
  })

  it('system queries return the preferences of lot tracking that qbXML 13.0 has', async () => {
    const [record] = (await sendXml(openTestCompany().company, '<PreferencesQueryRq/>')).elements
    const inventory = record && child(record, 'ItemsAndInventoryPreferences')
    expect(inventory?.children.map(({ name }) => name)).toEqual([
      'EnhancedInventoryReceivingEnabled',
      'IsTrackingSerialOrLotNumber',
      'isTrackingOnSalesTransactionsEnabled',
      'isTrackingOnPurchaseTransactionsEnabled',
      'isTrackingOnInventoryAdjustmentEnabled',
      'isTrackingOnBuildAssemblyEnabled',
      'FIFOEnabled',
      'IsRSBEnabled',
      'IsBarcodeEnabled',
    ])
  })

  it('system queries return preferences with the sales tax item and codes', async () => {
    const [record] = (await sendXml(openTestCompany().company, '<PreferencesQueryRq/>')).elements
    const tax = record && child(record, 'SalesTaxPreferences')
    const getFullName = (name: string) => tax && childrenByName(tax, name).map((each) => childText(each, 'FullName'))
    expect(getFullName('DefaultItemSalesTaxRef')).toEqual(['Sales Tax'])
    expect(getFullName('DefaultTaxableSalesTaxCodeRef')).toEqual(['Tax'])
    expect(getFullName('DefaultNonTaxableSalesTaxCodeRef')).toEqual(['Non'])
  })
})

describe('the queries for changes', () => {
  it('the queries for changes return when the file was restored and condensed', async () => {
    const { company } = openTestCompany()
    company.switches.restoredAt = Date.UTC(2026, 0, 2) / 1_000
    const [record] = (await sendXml(company, '<CompanyActivityQueryRq/>')).elements
    expect(record?.children.map(({ text }) => text)).toEqual(['2026-01-02T00:00:00+00:00', '1970-01-01T00:00:00+00:00'])
  })

  it('the queries for changes return all types of transactions in summary, except for time', async () => {
    const { company } = openTestCompany()
    const summary = '<TransactionDetailLevelFilter>SummaryOnly</TransactionDetailLevelFilter>'
    const query = (filter: string) => sendXml(company, `<TransactionQueryRq>${filter}${summary}</TransactionQueryRq>`)
    const from = (time: string) =>
      `<TransactionModifiedDateRangeFilter><FromModifiedDate>${time}</FromModifiedDate></TransactionModifiedDateRangeFilter>`
    await sendXml(company, '<CustomerAddRq><CustomerAdd><Name>Ada</Name></CustomerAdd></CustomerAddRq>')
    const ref = '<CustomerRef><FullName>Ada</FullName></CustomerRef>'
    await sendXml(
      company,
      `<InvoiceAddRq><InvoiceAdd>${ref}<Memo>Work</Memo><InvoiceLineAdd><Desc>Work</Desc></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`,
    )
    const [record, ...others] = (await query(from('2000-01-01T00:00:00'))).elements
    expect(others).toEqual([])
    expect(record?.name).toBe('TransactionRet')
    expect(record && ['TxnType', 'Amount', 'Memo'].map((name) => childText(record, name))).toEqual([
      'Invoice',
      '0.00',
      'Work',
    ])
    expect((await query(from('2037-01-01T00:00:00'))).statusCode).toBe(1)
  })
})
