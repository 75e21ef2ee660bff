import { describe, expect, it } from 'vitest'
import { listIdentity, read, requireTable, serializeCreate, serializeUpdate } from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { needsCurrent } from '../write/requests.ts'

const stored = `
  <CustomerRet>
    ${listIdentity}<Name>Ada</Name><FullName>Ada</FullName><IsActive>true</IsActive><Sublevel>0</Sublevel><Phone>555-0100</Phone>
    <AdditionalContactRef><ContactName>Main Phone</ContactName><ContactValue>555-0100</ContactValue></AdditionalContactRef>
    <AdditionalContactRef><ContactName>Mobile</ContactName><ContactValue>555-0101</ContactValue></AdditionalContactRef>
    <AdditionalContactRef><ContactName>Skype ID</ContactName><ContactValue>ada</ContactValue></AdditionalContactRef>
  </CustomerRet>`
const identity = { Id: '80000004-1782900005', SyncToken: '7' }

function contact(label: string, value: string): string {
  return `<AdditionalContactRef><ContactName>${label}</ContactName>${value === '' ? '<ContactValue />' : `<ContactValue>${value}</ContactValue>`}</AdditionalContactRef>`
}

function contactsIn(request: string): readonly string[] {
  return request.match(/<AdditionalContactRef>.*?<\/AdditionalContactRef>/g) ?? []
}

describe('a labeled contact', () => {
  it('a contact is read from the element with its label', () => {
    expect(read('Customer', stored)).toMatchObject({ Mobile: { FreeFormNumber: '555-0101' } })
    expect(read('Customer', stored)).not.toHaveProperty('WebAddr')
  })

  it.each(['Customer', 'Vendor'])('a contact is written with its label on a new %s', (entity) => {
    const body = { DisplayName: 'Ada', Mobile: { FreeFormNumber: '555-0101' }, WebAddr: { URI: 'https://ada.example' } }
    expect(contactsIn(serializeCreate(requireTable(entity), body))).toEqual([
      contact('Mobile', '555-0101'),
      contact('Website', 'https://ada.example'),
    ])
  })

  it('a contact is changed together with the others, which QuickBooks replaces as a whole', () => {
    const body = { ...identity, WebAddr: { URI: 'https://ada.example' } }
    expect(needsCurrent(checkUpdate(requireTable('Customer'), body))).toBe(true)
    expect(contactsIn(serializeUpdate(requireTable('Customer'), body, stored))).toEqual([
      contact('Website', 'https://ada.example'),
      contact('Mobile', '555-0101'),
      contact('Skype ID', 'ada'),
    ])
  })

  it('an employee’s contacts leave out those that are its elements', () => {
    const employee = stored.replaceAll('CustomerRet', 'EmployeeRet').replace('Skype ID', 'Home Email')
    const body = { ...identity, WebAddr: { URI: 'https://ada.example' } }
    expect(contactsIn(serializeUpdate(requireTable('Employee'), body, employee))).toEqual([
      contact('Website', 'https://ada.example'),
      contact('Home Email', 'ada'),
    ])
    const website = employee.replace('Home Email', 'Website')
    expect(read('Employee', website)).toMatchObject({ WebAddr: { URI: 'ada' } })
  })

  it('a contact is cleared by an empty value', () => {
    const body = { ...identity, Mobile: null }
    expect(contactsIn(serializeUpdate(requireTable('Customer'), body, stored))).toEqual([
      contact('Mobile', ''),
      contact('Skype ID', 'ada'),
    ])
  })

  it('a contact stays unchanged when other fields are updated', () => {
    const body = { ...identity, Notes: 'Prefers mornings' }
    expect(needsCurrent(checkUpdate(requireTable('Customer'), body))).toBe(false)
    expect(contactsIn(serializeUpdate(requireTable('Customer'), body))).toEqual([])
  })
})
