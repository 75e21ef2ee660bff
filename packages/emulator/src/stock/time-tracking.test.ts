import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'
import { wholeMinutes } from './time-tracking.ts'

function name(tag: string, fullName: string) {
  return `<${tag}><FullName>${fullName}</FullName></${tag}>`
}
function addXml(fields: string) {
  return `<TimeTrackingAddRq><TimeTrackingAdd>${fields}</TimeTrackingAdd></TimeTrackingAddRq>`
}

async function openWithPeople(): Promise<Company> {
  const { company } = openTestCompany({ template: 'starter' })
  await sendXml(company, '<EmployeeAddRq><EmployeeAdd><FirstName>Ada</FirstName></EmployeeAdd></EmployeeAddRq>')
  await sendXml(company, '<VendorAddRq><VendorAdd><Name>Forge</Name></VendorAdd></VendorAddRq>')
  return company
}

describe('tracked time', () => {
  it('tracked time is returned in hours and minutes', () => {
    expect(wholeMinutes('PT8H30M')).toBe('PT8H30M0S')
    expect(wholeMinutes('PT90M15S')).toBe('PT1H30M0S')
    expect(wholeMinutes('PT45S')).toBe('PT0H0M0S')
  })

  it('tracked time has a worker, and optionally a customer and a service', async () => {
    const company = await openWithPeople()
    const fields = `<TxnDate>2026-03-02</TxnDate>${name('EntityRef', 'Ada')}${name('CustomerRef', 'Foothill Fitness')}${name('ItemServiceRef', 'Training')}<Duration>PT2H15M</Duration><Notes>First day</Notes><BillableStatus>Billable</BillableStatus>`
    const time = only(await sendXml(company, addXml(fields)))
    expect(texts(time, 'TxnDate', 'EntityRef', 'CustomerRef', 'ItemServiceRef', 'Duration', 'BillableStatus')).toEqual([
      '2026-03-02',
      'Ada',
      'Foothill Fitness',
      'Training',
      'PT2H15M0S',
      'Billable',
    ])
    const [id, token] = texts(time, 'TxnID', 'EditSequence')
    const change = `<TxnID>${id}</TxnID><EditSequence>${token}</EditSequence>${name('EntityRef', 'Forge')}<Duration>PT3H</Duration>`
    const mod = `<TimeTrackingModRq><TimeTrackingMod>${change}</TimeTrackingMod></TimeTrackingModRq>`
    expect(texts(only(await sendXml(company, mod)), 'EntityRef', 'Duration', 'Notes')).toEqual([
      'Forge',
      'PT3H0M0S',
      'First day',
    ])
  })

  it('rejects a customer as the worker, and requires customer and service when billable', async () => {
    const company = await openWithPeople()
    const forCustomer = `${name('EntityRef', 'Foothill Fitness')}<Duration>PT1H</Duration>`
    expect(await sendXml(company, addXml(forCustomer))).toMatchObject({ statusCode: 3140 })
    const billable = `${name('EntityRef', 'Ada')}<Duration>PT1H</Duration><BillableStatus>Billable</BillableStatus>`
    expect(await sendXml(company, addXml(billable))).toMatchObject({ statusCode: 3150 })
  })

  it('tracked time can be found by its worker and deleted, but not voided', async () => {
    const company = await openWithPeople()
    const time = only(await sendXml(company, addXml(`${name('EntityRef', 'Ada')}<Duration>PT1H</Duration>`)))
    const query = (worker: string) =>
      `<TimeTrackingQueryRq><TimeTrackingEntityFilter><FullName>${worker}</FullName></TimeTrackingEntityFilter></TimeTrackingQueryRq>`
    expect((await sendXml(company, query('Ada'))).elements).toHaveLength(1)
    expect(await sendXml(company, query('Forge'))).toMatchObject({ statusCode: 1 })
    const id = childText(time, 'TxnID')
    const removal = `<TxnDelRq><TxnDelType>TimeTracking</TxnDelType><TxnID>${id}</TxnID></TxnDelRq>`
    expect(await sendXml(company, removal)).toMatchObject({ statusCode: 0 })
    expect(await sendXml(company, query('Ada'))).toMatchObject({ statusCode: 1 })
  })
})
