import { child, childrenByName, childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function addXml(kind: string, fields: string) {
  return `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`
}
async function add(company: Company, kind: string, fields: string) {
  return only(await sendXml(company, addXml(kind, fields)))
}

describe('an employee', () => {
  const person = '<FirstName>Ada</FirstName><MiddleName>M</MiddleName><LastName>Byron</LastName>'

  it('derives its name from the parts, also when they change', async () => {
    const { company, advance } = openTestCompany()
    const employee = await add(company, 'Employee', person)
    expect(texts(employee, 'Name', 'PrintAs', 'EmployeeType')).toEqual(['Ada M Byron', 'Ada M Byron', 'Regular'])
    advance(1)
    const [id, token] = texts(employee, 'ListID', 'EditSequence')
    const change = `<ListID>${id}</ListID><EditSequence>${token}</EditSequence><MiddleName/><LastName>King</LastName>`
    const changed = only(await sendXml(company, `<EmployeeModRq><EmployeeMod>${change}</EmployeeMod></EmployeeModRq>`))
    expect(texts(changed, 'Name', 'LastName')).toEqual(['Ada King', 'King'])
    expect(child(changed, 'MiddleName')).toBeUndefined()
  })

  it('shares the namespace of customers and vendors, and requires a name', async () => {
    const { company } = openTestCompany()
    await add(company, 'Customer', '<Name>Ada Byron</Name>')
    const fields = '<FirstName>Ada</FirstName><LastName>Byron</LastName>'
    expect(await sendXml(company, addXml('Employee', fields))).toMatchObject({ statusCode: 3100 })
    expect(await sendXml(company, addXml('Employee', '<JobTitle>Boss</JobTitle>'))).toMatchObject({ statusCode: 3150 })
  })

  it('shows only the last four digits of the social security number', async () => {
    const { company } = openTestCompany()
    const employee = await add(
      company,
      'Employee',
      '<FirstName>Ada</FirstName><SSN>123-45-6789</SSN><Gender>Female</Gender>',
    )
    expect(texts(employee, 'SSN', 'Gender')).toEqual(['XXX-XX-6789', 'Female'])
    company.switches.personalDataAccess = true
    expect(texts(only(await sendXml(company, '<EmployeeQueryRq/>')), 'SSN')).toEqual(['123-45-6789'])
  })

  it('an employee has a supervisor among the employees', async () => {
    const { company } = openTestCompany()
    await add(company, 'Employee', person)
    await add(company, 'Vendor', '<Name>Forge</Name>')
    const under = (boss: string) =>
      `<FirstName>Bo</FirstName><SupervisorRef><FullName>${boss}</FullName></SupervisorRef>`
    expect(await sendXml(company, addXml('Employee', under('Forge')))).toMatchObject({ statusCode: 3140 })
    expect(texts(await add(company, 'Employee', under('Ada M Byron')), 'SupervisorRef')).toEqual(['Ada M Byron'])
  })
})

describe('names', () => {
  it('names are returned by EntityQuery for every kind', async () => {
    const { company } = openTestCompany()
    await add(company, 'OtherName', '<Name>A</Name><OtherNameAddress><Addr1>1 Elm</Addr1></OtherNameAddress>')
    await add(company, 'Employee', '<FirstName>B</FirstName>')
    await add(company, 'Customer', '<Name>C</Name>')
    const { elements } = await sendXml(company, '<EntityQueryRq/>')
    expect(elements.map((each) => each.name)).toEqual(['OtherNameRet', 'EmployeeRet', 'CustomerRet', 'VendorRet'])
    const block = elements[0] && child(elements[0], 'OtherNameAddressBlock')
    expect(block && texts(block, 'Addr1')).toEqual(['1 Elm'])
  })

  it('names keep all prefill accounts of a vendor', async () => {
    const { company } = openTestCompany()
    const account = (name: string) => `<PrefillAccountRef><FullName>${name}</FullName></PrefillAccountRef>`
    const vendor = await add(company, 'Vendor', `<Name>Forge</Name>${account('Rent')}${account('Travel')}`)
    expect(childrenByName(vendor, 'PrefillAccountRef').map((each) => childText(each, 'FullName'))).toEqual([
      'Rent',
      'Travel',
    ])
  })
})

describe('types, classes, terms and representatives', () => {
  it('types, classes, terms and representatives can be added, and classes changed', async () => {
    const { company } = openTestCompany()
    for (const kind of ['VendorType', 'CustomerType', 'JobType']) {
      await add(company, kind, '<Name>Local</Name>')
      const below = await add(company, kind, '<Name>Near</Name><ParentRef><FullName>Local</FullName></ParentRef>')
      expect(texts(below, 'FullName', 'Sublevel')).toEqual(['Local:Near', '1'])
    }
    await add(company, 'PaymentMethod', '<Name>Barter</Name><PaymentMethodType>Other</PaymentMethodType>')
    await add(company, 'DateDrivenTerms', '<Name>15th</Name><DayOfMonthDue>15</DayOfMonthDue>')
    await add(company, 'ShipMethod', '<Name>Bike</Name>')
    await add(company, 'CustomerMsg', '<Name>Bye</Name>')
    await add(company, 'Employee', '<FirstName>Ada</FirstName>')
    const rep = '<Initial>AB</Initial><SalesRepEntityRef><FullName>Ada</FullName></SalesRepEntityRef>'
    expect(texts(await add(company, 'SalesRep', rep), 'SalesRepEntityRef')).toEqual(['Ada'])
    const cls = await add(company, 'Class', '<Name>North</Name>')
    const [id, token] = texts(cls, 'ListID', 'EditSequence')
    const change = `<ListID>${id}</ListID><EditSequence>${token}</EditSequence><Name>South</Name><IsActive>false</IsActive>`
    const changed = only(await sendXml(company, `<ClassModRq><ClassMod>${change}</ClassMod></ClassModRq>`))
    expect(texts(changed, 'FullName', 'IsActive')).toEqual(['South', 'false'])
  })
})

describe('currencies', () => {
  it('currencies are rejected while multicurrency is off', async () => {
    const { company } = openTestCompany()
    const rejected = {
      statusCode: 3250,
      statusMessage: 'This feature is not enabled or not available in this version of QuickBooks.',
    }
    const franc = addXml('Currency', '<Name>Swiss Franc</Name><CurrencyCode>CHF</CurrencyCode>')
    for (const xml of ['<CurrencyQueryRq/>', franc]) expect(await sendXml(company, xml)).toMatchObject(rejected)
    const customer = '<Name>A</Name><CurrencyRef><FullName>US Dollar</FullName></CurrencyRef>'
    expect(await sendXml(company, addXml('Customer', customer))).toMatchObject(rejected)
  })

  it('currencies have exchange rates, and names use the home currency', async () => {
    const { company } = openTestCompany({ switches: { multiCurrency: true } })
    const { elements } = await sendXml(company, '<CurrencyQueryRq/>')
    expect(elements.map((each) => texts(each, 'CurrencyCode', 'ExchangeRate'))).toEqual([
      ['GBP', '1.27'],
      ['CAD', '0.73'],
      ['EUR', '1.08'],
      ['JPY', '0.0067'],
      ['USD', '1'],
    ])
    const franc = await add(company, 'Currency', '<Name>Swiss Franc</Name><CurrencyCode>CHF</CurrencyCode>')
    expect(texts(franc, 'IsUserDefinedCurrency', 'ExchangeRate')).toEqual(['true', undefined])
    expect(texts(await add(company, 'Customer', '<Name>A</Name>'), 'CurrencyRef')).toEqual(['US Dollar'])
    const preferences = only(await sendXml(company, '<PreferencesQueryRq/>'))
    const several = child(preferences, 'MultiCurrencyPreferences')
    expect(several && texts(several, 'IsMultiCurrencyOn', 'HomeCurrencyRef')).toEqual(['true', 'US Dollar'])
  })
})
