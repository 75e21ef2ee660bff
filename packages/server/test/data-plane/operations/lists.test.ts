import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
const accounts: Record<string, string> = {}

beforeAll(async () => {
  bridge = await startBridge()
  for (const [name, AccountType] of [
    ['Sales of the test', 'Income'],
    ['Cost of the test', 'Cost of Goods Sold'],
    ['Stock of the test', 'Other Current Asset'],
    ['Shrinkage of the test', 'Expense'],
  ] as const) {
    accounts[AccountType] = (await written('account', { Name: name, AccountType })).Id
  }
})
afterAll(() => bridge.stop())

const { created: written, read: readBack, queried } = openRecords(() => bridge)
async function refusedWith(entity: string, json: unknown) {
  return getFault(await bridge.call(`/${entity}`, { json }))
}
function account(type: string) {
  return { value: accounts[type] }
}
function stock(name: string, more: object = {}) {
  return {
    Name: name,
    Type: 'Inventory',
    TrackQtyOnHand: true,
    QtyOnHand: 10,
    InvStartDate: '2026-01-01',
    PurchaseCost: 2,
    IncomeAccountRef: account('Income'),
    ExpenseAccountRef: account('Cost of Goods Sold'),
    AssetAccountRef: account('Other Current Asset'),
    ...more,
  }
}

/** Each list with the field of its name, the body of a create, and the fields of an update. */
const lists: readonly (readonly [entity: string, name: string, create: () => object, change: object])[] = [
  ['Customer', 'DisplayName', () => ({ DisplayName: 'One', Notes: 'old' }), { Notes: 'new' }],
  ['Vendor', 'DisplayName', () => ({ DisplayName: 'Two', Notes: 'old' }), { Notes: 'new' }],
  ['Employee', 'DisplayName', () => ({ GivenName: 'Three', FamilyName: 'Four', Notes: 'old' }), { Notes: 'new' }],
  ['Account', 'Name', () => ({ Name: 'Five', AccountType: 'Expense' }), { Description: 'new' }],
  ['Item', 'Name', () => stock('Six'), { Description: 'new', ReorderPoint: 3 }],
  ['Class', 'Name', () => ({ Name: 'Seven' }), { Name: 'Seven again' }],
]

describe.each(lists)('%s', (entity, name, create, change) => {
  it('can be created, read, changed and deactivated, but not deleted [dp-3:9] [dp-4.2.4]', async () => {
    const created = await written(entity, create())
    expect(await readBack(entity, created.Id)).toEqual(created)

    const changed = await written(entity, { Id: created.Id, SyncToken: created.SyncToken, ...change })
    expect(changed).toMatchObject({ Id: created.Id, ...change })
    expect(changed.SyncToken).not.toBe(created.SyncToken)

    const whole = await written(entity, changed)
    expect(whole).toMatchObject({ Id: created.Id, [name]: changed[name] })

    const inactive = await written(entity, { Id: created.Id, SyncToken: whole.SyncToken, Active: false })
    expect(inactive).toMatchObject({ Id: created.Id, Active: false })
    const shown = `SELECT * FROM ${entity} WHERE ${name} = '${whole[name]}'`
    expect(await queried(shown)).toEqual({})
    expect(await queried(`${shown} AND Active IN (true, false)`)).toMatchObject({ maxResults: 1 })

    const deletion = await bridge.call(`/${entity}?operation=delete`, { json: { Id: created.Id, SyncToken: '1' } })
    expect(getFault(deletion)).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })

    const twin = { ...create(), [name]: whole[name] }
    expect(await refusedWith(entity, twin)).toMatchObject({ status: 400, code: '6240' })
  })
})

describe('a list that qbXML cannot change', () => {
  it.each([
    ['Term', { Name: 'Net 45', DueDays: 45 }],
    ['Term', { Name: 'The tenth', DayOfMonthDue: 10, DueNextMonthDays: 5 }],
    ['PaymentMethod', { Name: 'Club card', Type: 'CREDIT_CARD' }],
  ])('creates, reads and queries a %s', async (entity, body) => {
    const created = await written(entity, body)
    expect(created).toMatchObject(body)
    expect(await readBack(entity, created.Id)).toEqual(created)
    const { [entity]: found } = await queried(`SELECT * FROM ${entity} WHERE Name = '${body.Name}'`)
    expect(found).toEqual([created])
    const update = { Id: created.Id, SyncToken: created.SyncToken, Active: false }
    expect(await refusedWith(entity, update)).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
    expect(await refusedWith(entity, body)).toMatchObject({ status: 400, code: '6240' })
  })

  it.each(['CustomerType', 'VendorType', 'TaxCode', 'TaxRate', 'TaxAgency'])(
    '%s is read and queried [dp-1.5:2] [dp-4.2.6]',
    async (entity) => {
      const { [entity]: found = [] } = await queried(`SELECT * FROM ${entity}`)
      if (found.length > 0) expect(await readBack(entity, found[0].Id)).toEqual(found[0])
      expect(await refusedWith(entity, { Name: 'New' })).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
      for (const operation of ['update', 'delete']) {
        const response = await bridge.call(`/${entity}?operation=${operation}`, { json: { Id: '1-1', SyncToken: '1' } })
        expect(getFault(response)).toEqual({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
      }
    },
  )
})

describe('sales tax', () => {
  it('lists its rates and agencies', async () => {
    const { TaxRate } = await queried("SELECT * FROM TaxRate WHERE Name = 'Sales Tax'")
    expect(TaxRate).toMatchObject([{ RateValue: 7.75, AgencyRef: { name: 'State Board of Equalization' } }])
    const { TaxAgency } = await queried('SELECT * FROM TaxAgency')
    expect(TaxAgency).toMatchObject([{ Id: TaxRate[0].AgencyRef.value, DisplayName: 'State Board of Equalization' }])
    const { Id } = await written('vendor', { DisplayName: 'No agency' })
    expect(getFault(await bridge.call(`/taxagency/${Id}`))).toMatchObject({ status: 400, code: '610' })
  })
})

describe('an exchange rate', () => {
  it('is read by its currency', async () => {
    expect(getFault(await bridge.call('/exchangerate'))).toMatchObject({ status: 400, code: '2020' })
    // A company file with one currency has no rates.
    expect(getFault(await bridge.call('/exchangerate?sourcecurrencycode=EUR'))).toMatchObject({ code: '610' })
  })
})

describe('an item', () => {
  it('is created, changed and found in each of its types [dp-4.2-notes:1]', async () => {
    const service = await written('item', { Name: 'Advice', IncomeAccountRef: account('Income'), UnitPrice: 90 })
    const part = await written('item', {
      Name: 'Manual',
      Type: 'NonInventory',
      Sku: 'M-1',
      IncomeAccountRef: account('Income'),
      PurchaseCost: 4,
      ExpenseAccountRef: account('Expense'),
    })
    const bolt = await written('item', stock('Bolt', { Sku: 'B-1', UnitPrice: 5 }))
    expect(bolt).toMatchObject({ Type: 'Inventory', QtyOnHand: 10, TrackQtyOnHand: true, AvgCost: 2, Sku: 'B-1' })
    expect(part).toMatchObject({ Type: 'NonInventory', Sku: 'M-1', PurchaseCost: 4 })

    const { Item } = await queried(
      "SELECT Name, Type FROM Item WHERE Type = 'Inventory' AND Name IN ('Bolt', 'Manual')",
    )
    expect(Item).toEqual([{ Name: 'Bolt', Type: 'Inventory' }])

    const moved = await written('item', {
      Id: bolt.Id,
      SyncToken: bolt.SyncToken,
      ExpenseAccountRef: account('Expense'),
    })
    expect(moved.ExpenseAccountRef.value).toBe(accounts.Expense)
    expect(await refusedWith('item', { Id: moved.Id, SyncToken: moved.SyncToken, QtyOnHand: 0 })).toEqual({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'QtyOnHand',
    })
    expect(await refusedWith('item', { Id: service.Id, SyncToken: '1', UnitPrice: 1 })).toMatchObject({ code: '5010' })
  })

  it('rejects accounts that do not exist [dp-7.3:2500]', async () => {
    const body = { Name: 'Nowhere', IncomeAccountRef: { value: '80000FFF-1700000000' } }
    expect(await refusedWith('item', body)).toMatchObject({ status: 400, code: '2500' })
    expect(await queried("SELECT * FROM Item WHERE Name = 'Nowhere'")).toEqual({})
  })
})

describe('an inventory adjustment', () => {
  it('changes a quantity, and restores it when it is deleted [dp-4.2.4]', async () => {
    const nut = await written('item', stock('Nut'))
    const line = { DetailType: 'ItemAdjustmentLineDetail', ItemAdjustmentLineDetail: { ItemRef: { value: nut.Id } } }
    const counted = await written('inventoryadjustment', {
      AdjustAccountRef: account('Expense'),
      TxnDate: '2026-02-01',
      Line: [{ ...line, ItemAdjustmentLineDetail: { ...line.ItemAdjustmentLineDetail, NewQty: 7 } }],
    })
    expect(counted.Line).toMatchObject([{ Amount: -6, ItemAdjustmentLineDetail: { QtyDiff: -3 } }])
    expect(await readBack('item', nut.Id)).toMatchObject({ QtyOnHand: 7 })

    const noted = await written('inventoryadjustment', { ...counted, PrivateNote: 'counted twice' })
    expect(noted).toMatchObject({ PrivateNote: 'counted twice', Line: counted.Line })

    const response = await bridge.call('/inventoryadjustment?operation=delete', { json: noted })
    expect(response.body.InventoryAdjustment).toMatchObject({ Id: counted.Id, status: 'Deleted' })
    expect(await readBack('item', nut.Id)).toMatchObject({ QtyOnHand: 10 })
  })
})

describe('a time activity', () => {
  it('belongs to an employee or a vendor, and can be changed and deleted [dp-4.2.4]', async () => {
    const ada = await written('employee', { GivenName: 'Ada', FamilyName: 'Byron', SSN: '123-45-6789' })
    expect(ada).toMatchObject({ DisplayName: 'Ada Byron', SSN: 'XXX-XX-6789' })
    const vendor = await written('vendor', { DisplayName: 'Freelance' })

    const day = await written('timeactivity', {
      NameOf: 'Employee',
      EmployeeRef: { value: ada.Id },
      TxnDate: '2026-03-02',
      StartTime: '2026-03-02T08:00:00-08:00',
      EndTime: '2026-03-02T16:30:00-08:00',
      Description: 'planned',
    })
    expect(day).toMatchObject({ NameOf: 'Employee', EmployeeRef: { name: 'Ada Byron' }, Hours: 8, Minutes: 30 })
    expect(await readBack('timeactivity', day.Id)).toEqual(day)

    const moved = await written('timeactivity', {
      Id: day.Id,
      SyncToken: day.SyncToken,
      NameOf: 'Vendor',
      VendorRef: { value: vendor.Id },
      Minutes: 15,
    })
    expect(moved).toMatchObject({ NameOf: 'Vendor', VendorRef: { value: vendor.Id }, Hours: 8, Minutes: 15 })
    expect(moved).not.toHaveProperty('EmployeeRef')
    expect(await queried("SELECT NameOf FROM TimeActivity WHERE NameOf = 'Vendor'")).toMatchObject({ maxResults: 1 })
    const noted = await written('timeactivity', { Id: moved.Id, SyncToken: moved.SyncToken, Description: '' })
    expect(noted).toMatchObject({ NameOf: 'Vendor', Hours: 8, Minutes: 15 })

    const claimed = await written('timeactivity', { NameOf: 'Employee', EmployeeRef: { value: vendor.Id }, Hours: 1 })
    expect(claimed).toMatchObject({ NameOf: 'Vendor', VendorRef: { value: vendor.Id, name: 'Freelance' } })
    expect(await readBack('timeactivity', claimed.Id)).toEqual(claimed)

    const response = await bridge.call('/timeactivity?operation=delete', { json: { Id: day.Id } })
    expect(response.body.TimeActivity).toMatchObject({ status: 'Deleted' })
  })
})
