import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { openRecords } from '../records.fixture.ts'

let bridge: TestBridge
/** The server's time. It caches settings for 5 s. */
let now = Date.UTC(2026, 2, 16)

beforeAll(async () => {
  bridge = await startBridge({ clock: () => new Date(now) })
})
afterAll(() => bridge.stop())

/** Stores the setting and lets the cached one expire. */
async function setAlias(departmentsFromClasses: boolean) {
  await bridge.database.realmSettings.upsert({
    where: { realmId: sandboxRealmId },
    create: { realmId: sandboxRealmId, values: { departmentsFromClasses } },
    update: { values: { departmentsFromClasses } },
  })
  now += 5_000
}
const { created, changed, read, queried, foundBy, findIds, refused } = openRecords(() => bridge)

/** Returns an invoice body with additional fields. */
async function invoiceWith(fields: object) {
  const [value] = await findIds('select Id from Customer maxresults 1')
  const [item] = await findIds("select Id from Item where Type = 'Service' maxresults 1")
  const SalesItemLineDetail = { ItemRef: { value: item }, Qty: 1 }
  return {
    CustomerRef: { value },
    Line: [{ Amount: 5, DetailType: 'SalesItemLineDetail', SalesItemLineDetail }],
    ...fields,
  }
}

describe('a realm with departments', () => {
  beforeEach(() => setAlias(true))

  it('creates, reads, queries and changes departments [cp-2:Department] [cp-4.7] [cp-4.7:2] [cp-4.7:1]', async () => {
    const berlin = await created('department', { Name: 'Berlin' })
    const depot = await created('department', { Name: 'Depot', ParentRef: { value: berlin.Id } })
    expect(depot).toMatchObject({ FullyQualifiedName: 'Berlin:Depot', SubDepartment: true })
    expect(await read('department', berlin.Id)).toEqual(berlin)
    expect(await read('class', berlin.Id)).toMatchObject({ Name: 'Berlin' })
    const byName = "select * from Department where Name = 'Depot'"
    expect(await queried(byName)).toMatchObject({ Department: [{ Id: depot.Id }], maxResults: 1 })
    const hidden = await changed('department', depot, { Active: false })
    expect(hidden).toMatchObject({ Active: false, Name: 'Depot' })
    expect(await queried(byName)).toEqual({})
    expect(await queried(`${byName} and Active in (true, false)`)).toMatchObject({ maxResults: 1 })
  })

  it('rejects deleting a department [cp-4.7:3]', async () => {
    const fault = await refused('/department?operation=delete', { Id: '1-1', SyncToken: '1' })
    expect(fault).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it('writes, reads and finds the department of an invoice [cp-4.7:4] [cp-4.7:8]', async () => {
    const { Id: value } = await created('department', { Name: 'Hamburg' })
    const ref = { value, name: 'Hamburg' }
    const invoice = await created('invoice', await invoiceWith({ DepartmentRef: { value } }))
    expect(invoice).toMatchObject({ DepartmentRef: ref, ClassRef: ref })
    expect(await foundBy(`select Id from Invoice where DepartmentRef = '${value}'`)).toEqual([{ Id: invoice.Id }])
    const again = await created('invoice', invoice)
    expect(again).toMatchObject({ DepartmentRef: ref, Line: invoice.Line })
  })

  it('rejects a department that differs from the class [cp-4.7:6] [dp-7.2:BAD_REQUEST]', async () => {
    const before = await queried('select count(*) from Invoice')
    const refs = { DepartmentRef: { value: '80000001-1' }, ClassRef: { value: '80000002-1' } }
    const fault = await refused('/invoice', await invoiceWith(refs))
    expect(fault).toEqual({ status: 400, code: 'BAD_REQUEST', element: 'DepartmentRef' })
    expect(await queried('select count(*) from Invoice')).toEqual(before)
  })

  it('tracks departments in its preferences [cp-4.7:5]', async () => {
    const { Preferences } = (await bridge.call('/preferences')).body
    expect(Preferences.AccountingInfoPrefs.TrackDepartments).toBe(true)
  })
})

describe('a realm without departments', () => {
  beforeEach(() => setAlias(false))

  it('rejects departments and DepartmentRef [cp-4.8]', async () => {
    for (const path of ['/department/1-1', `/query?query=${encodeURIComponent('select * from Department')}`]) {
      expect(getFault(await bridge.call(path))).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
    }
    expect(await refused('/department', { Name: 'A' })).toMatchObject({ status: 422 })
    const fault = await refused('/invoice', await invoiceWith({ DepartmentRef: { value: '80000001-1' } }))
    expect(fault).toEqual({ status: 422, code: 'UNMAPPED_FIELD', element: 'DepartmentRef' })
    const { Preferences } = (await bridge.call('/preferences')).body
    expect(Preferences.AccountingInfoPrefs.TrackDepartments).toBe(false)
  })

  it('keeps the classes that were departments [cp-4.8]', async () => {
    await setAlias(true)
    const { Id } = await created('department', { Name: 'Kept' })
    await setAlias(false)
    expect(await read('class', Id)).toMatchObject({ Name: 'Kept' })
  })

  it('has no attachments [cp-4.9]', async () => {
    const fault = await refused('/attachable', { FileName: 'a.pdf' })
    expect(fault).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
  })
})
