import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultOf, sandboxRealmId, startBridge, type TestBridge } from './bridge.fixture.ts'

let bridge: TestBridge
/** The time of the server: settings are remembered for 5 s of it. */
let now = Date.now()

beforeAll(async () => {
  bridge = await startBridge({ clock: () => new Date(now) })
})
afterAll(() => bridge.stop())

/** Saves the setting as the control plane does, and waits until what was remembered is too old. */
const setAlias = async (departmentsFromClasses: boolean) => {
  await bridge.database.realmSettings.upsert({
    where: { realmId: sandboxRealmId },
    create: { realmId: sandboxRealmId, departmentsFromClasses },
    update: { departmentsFromClasses },
  })
  now += 5_000
}
const query = (text: string) => bridge.call(`/query?query=${encodeURIComponent(text)}`)
const created = async (entity: string, json: unknown) => {
  const answer = await bridge.call(`/${entity}`, { json })
  expect([answer.status, answer.body.Fault]).toEqual([200, undefined])
  return answer.body
}
const newInvoice = async (fields: object) => {
  const { Customer } = (await query('select * from Customer maxresults 1')).body.QueryResponse
  const { Item } = (await query("select * from Item where Type = 'Service' maxresults 1")).body.QueryResponse
  const SalesItemLineDetail = { ItemRef: { value: Item[0].Id }, Qty: 1 }
  const Line = [{ Amount: 5, DetailType: 'SalesItemLineDetail', SalesItemLineDetail }]
  return bridge.call('/invoice', { json: { CustomerRef: { value: Customer[0].Id }, Line, ...fields } })
}

describe('a realm whose classes are departments', () => {
  beforeEach(() => setAlias(true))

  it('[cp-2:Department] [cp-4.7] [cp-4.7-POST-/department-create-] [cp-4.7-GET-/department/{id}-and] creates, reads, queries and changes departments', async () => {
    const { Department } = await created('department', { Name: 'Berlin' })
    const child = await created('department', { Name: 'Depot', ParentRef: { value: Department.Id } })
    expect(child.Department).toMatchObject({ FullyQualifiedName: 'Berlin:Depot', SubDepartment: true })
    expect((await bridge.call(`/department/${Department.Id}`)).body.Department).toEqual(Department)
    expect((await bridge.call(`/class/${Department.Id}`)).body.Class).toMatchObject({ Name: 'Berlin' })
    const found = await query("select * from Department where Name = 'Depot'")
    expect(found.body.QueryResponse).toMatchObject({ Department: [{ Id: child.Department.Id }], maxResults: 1 })
    const { Id, SyncToken } = child.Department
    const hidden = await created('department', { Id, SyncToken, Active: false })
    expect(hidden.Department).toMatchObject({ Active: false, Name: 'Depot' })
    expect((await query("select * from Department where Name = 'Depot'")).body.QueryResponse).toEqual({})
    const all = await query("select * from Department where Name = 'Depot' and Active in (true, false)")
    expect(all.body.QueryResponse).toMatchObject({ maxResults: 1 })
  })

  it('[cp-4.7-?operation=delete-on-Dep] deletes none', async () => {
    const answer = await bridge.call('/department?operation=delete', { json: { Id: '1-1', SyncToken: '1' } })
    expect(faultOf(answer)).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it('[cp-4.7-DepartmentRef-on-a-trans] [cp-4.7-WHERE-DepartmentRef-=-id] writes, reads and finds the department of an invoice', async () => {
    const { Department } = await created('department', { Name: 'Hamburg' })
    const ref = { value: Department.Id, name: 'Hamburg' }
    const { body } = await newInvoice({ DepartmentRef: { value: Department.Id } })
    expect(body.Invoice).toMatchObject({ DepartmentRef: ref, ClassRef: ref })
    const found = await query(`select Id from Invoice where DepartmentRef = '${Department.Id}'`)
    expect(found.body.QueryResponse.Invoice).toEqual([{ Id: body.Invoice.Id }])
    const again = await bridge.call('/invoice', { json: body.Invoice })
    expect(again.body.Invoice).toMatchObject({ DepartmentRef: ref, Line: body.Invoice.Line })
  })

  it('[cp-4.7-on-Invoice-SalesReceipt-] [dp-7.2:BAD_REQUEST] writes nothing where department and class differ', async () => {
    const { QueryResponse: before } = (await query('select count(*) from Invoice')).body
    const refused = await newInvoice({ DepartmentRef: { value: '80000001-1' }, ClassRef: { value: '80000002-1' } })
    expect(faultOf(refused)).toEqual({ status: 400, code: 'BAD_REQUEST', element: 'DepartmentRef' })
    expect((await query('select count(*) from Invoice')).body.QueryResponse).toEqual(before)
  })

  it('[cp-4.7-Preferences.AccountingIn] tells that it tracks departments', async () => {
    const { Preferences } = (await bridge.call('/preferences')).body
    expect(Preferences.AccountingInfoPrefs.TrackDepartments).toBe(true)
  })
})

describe('a realm without departments', () => {
  beforeEach(() => setAlias(false))

  it('[cp-4.8] has none, and knows no DepartmentRef', async () => {
    for (const path of ['/department/1-1', `/query?query=${encodeURIComponent('select * from Department')}`]) {
      expect(faultOf(await bridge.call(path))).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
    }
    expect(faultOf(await bridge.call('/department', { json: { Name: 'A' } }))).toMatchObject({ status: 422 })
    const refused = await newInvoice({ DepartmentRef: { value: '80000001-1' } })
    expect(faultOf(refused)).toEqual({ status: 422, code: 'UNMAPPED_FIELD', element: 'DepartmentRef' })
    const { Preferences } = (await bridge.call('/preferences')).body
    expect(Preferences.AccountingInfoPrefs.TrackDepartments).toBe(false)
  })

  it('[cp-4.8] keeps the classes that were its departments', async () => {
    await setAlias(true)
    const { Department } = await created('department', { Name: 'Kept' })
    await setAlias(false)
    expect((await bridge.call(`/class/${Department.Id}`)).body.Class).toMatchObject({ Name: 'Kept' })
  })

  it('[cp-4.9] has no attachments, and no setting that gives it any', async () => {
    expect(faultOf(await bridge.call('/attachable', { json: { FileName: 'a.pdf' } }))).toEqual({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
    })
  })
})
