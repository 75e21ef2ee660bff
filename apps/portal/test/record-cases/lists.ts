import { byField, type RecordCase } from './record-case.ts'

function account(name: string, AccountType: string, cleanup?: RecordCase['cleanup']): RecordCase {
  return {
    entity: 'Account',
    name,
    create: (_ref, tag) => ({ Name: `${name} ${tag}`, AccountType }),
    change: () => ({ Description: `The ${name} of a test` }),
    find: byField('Name'),
    ...(cleanup ? { cleanup } : {}),
  }
}

function list(entity: string, name: string, create: RecordCase['create'], rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity,
    name,
    create,
    change: () => ({ Active: false }),
    find: byField(['Customer', 'Vendor', 'Employee'].includes(entity) ? 'DisplayName' : 'Name'),
    ...rest,
  }
}

function item(name: string, create: RecordCase['create']): RecordCase {
  return list('Item', name, create, { change: () => ({ Description: `${name} of a test`, UnitPrice: 12.5 }) })
}

export const lists: readonly RecordCase[] = [
  account('income', 'Income'),
  account('costs', 'Expense'),
  account('cost of goods', 'Cost of Goods Sold'),
  account('stock', 'Other Current Asset'),
  account('bank', 'Bank'),
  account('savings', 'Bank'),
  account('card', 'Credit Card'),
  account('unused', 'Expense', 'deactivate'),
  list('Customer', 'customer', (_ref, tag) => ({ DisplayName: `Müller & O'Hara ${tag}`, GivenName: 'Mia' }), {
    change: () => ({ Notes: 'pays on time', BillAddr: { City: 'Auburn' } }),
  }),
  list('Customer', 'job', (ref, tag) => ({ DisplayName: `Annex ${tag}`, Job: true, ParentRef: ref('customer') }), {
    change: () => ({ JobInfo: { Status: 'InProgress' } }),
  }),
  list('Vendor', 'vendor', (_ref, tag) => ({ DisplayName: `Paper Mill ${tag}`, Vendor1099: true }), {
    change: () => ({ AcctNum: 'A-7' }),
  }),
  list('Vendor', 'old vendor', (_ref, tag) => ({ DisplayName: `Old Mill ${tag}` }), {
    change: () => ({ Notes: 'closed' }),
    cleanup: 'deactivate',
  }),
  list('Employee', 'employee', (_ref, tag) => ({ GivenName: 'Ada', FamilyName: tag, SSN: '123-45-6789' }), {
    change: () => ({ Notes: 'mornings' }),
  }),
  list('Class', 'class', (_ref, tag) => ({ Name: `East ${tag}` }), { change: ({ Name }) => ({ Name: `${Name} I` }) }),
  list('Term', 'term', (_ref, tag) => ({ Name: `45 ${tag}`, DueDays: 45, DiscountDays: 10, DiscountPercent: 2 }), {
    isReadOnly: true,
  }),
  list('PaymentMethod', 'method', (_ref, tag) => ({ Name: `Club ${tag}`, Type: 'CREDIT_CARD' }), { isReadOnly: true }),
  item('service', (ref, tag) => ({ Name: `Advice ${tag}`, Type: 'Service', IncomeAccountRef: ref('income') })),
  item('manual', (ref, tag) => ({
    Name: `Manual ${tag}`,
    Type: 'NonInventory',
    IncomeAccountRef: ref('income'),
    ExpenseAccountRef: ref('costs'),
    PurchaseCost: 4,
  })),
  item('lamp', (ref, tag) => ({
    Name: `Lamp ${tag}`,
    Type: 'Inventory',
    TrackQtyOnHand: true,
    QtyOnHand: 20,
    InvStartDate: '2026-01-01',
    PurchaseCost: 3.33,
    IncomeAccountRef: ref('income'),
    ExpenseAccountRef: ref('cost of goods'),
    AssetAccountRef: ref('stock'),
  })),
]
