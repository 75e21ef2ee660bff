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
