import type { ProposedWrite } from '@bridge/data-plane/proposals/proposal'
import type { SeededRandom } from '@bridge/emulator/testing/seeded-random'
import type { MeasuredBooks } from './measured-books.fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: records have their entities' fields
type Found = any
type Make = (books: MeasuredBooks, random: SeededRandom) => Promise<ProposedWrite | undefined>

async function findOne(books: MeasuredBooks, random: SeededRandom, query: string): Promise<Found> {
  const found = await books.foundBy(query)
  return found.length === 0 ? undefined : random.pick(found)
}

function toRef({ Id }: Found): { readonly value: string } {
  return { value: Id }
}

function inCurrency(currency: string | undefined) {
  return ({ CurrencyRef }: Found) => (CurrencyRef?.value ?? 'USD') === (currency ?? 'USD')
}

async function findAccount(books: MeasuredBooks, type: string, currency?: string): Promise<Found> {
  const found = await books.foundBy(`SELECT * FROM Account WHERE AccountType = '${type}' MAXRESULTS 100`)
  return found.find(inCurrency(currency))
}

function sale(entity: string): Make {
  return async (books, random) => {
    const customer = await findOne(books, random, 'SELECT * FROM Customer MAXRESULTS 40')
    const items = await books.foundBy(
      "SELECT * FROM Item WHERE Type IN ('Service', 'NonInventory', 'Inventory') MAXRESULTS 60",
    )
    const lines = random.some(3, () => {
      const price = random.cents(120)
      const quantity = 1 + random.below(4)
      return {
        Amount: Number((price * quantity).toFixed(2)),
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: { ItemRef: toRef(random.pick(items)), Qty: quantity, UnitPrice: price },
      }
    })
    return { operation: 'create', entity, record: { CustomerRef: toRef(customer), Line: lines } }
  }
}

function expenses(random: SeededRandom, account: Found): Found[] {
  return random.some(2, () => ({
    Amount: random.cents(400),
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: toRef(account) },
  }))
}

function purchase(entity: 'Bill' | 'VendorCredit'): Make {
  return async (books, random) => {
    const vendor = await findOne(books, random, 'SELECT * FROM Vendor MAXRESULTS 40')
    const account = await findAccount(books, 'Expense')
    return { operation: 'create', entity, record: { VendorRef: toRef(vendor), Line: expenses(random, account) } }
  }
}

const check: Make = async (books, random) => {
  const vendors = (await books.foundBy('SELECT * FROM Vendor MAXRESULTS 100')).filter(inCurrency(undefined))
  const record = {
    PaymentType: 'Check',
    AccountRef: toRef(await findAccount(books, 'Bank')),
    EntityRef: { ...toRef(random.pick(vendors)), type: 'Vendor' },
    Line: expenses(random, await findAccount(books, 'Expense')),
  }
  return { operation: 'create', entity: 'Purchase', record }
}

const payment: Make = async (books, random) => {
  const open = (await books.foundBy('SELECT * FROM Invoice WHERE Balance > 0 MAXRESULTS 100')) as Found[]
  if (open.length === 0) return undefined
  const first = random.pick(open)
  const paid = open
    .filter(({ CustomerRef }) => CustomerRef.value === first.CustomerRef.value)
    .slice(0, 1 + random.below(2))
  const lines = paid.map(({ Id, Balance }) => ({ Amount: Balance, LinkedTxn: [{ TxnId: Id, TxnType: 'Invoice' }] }))
  const TotalAmt = Number(paid.reduce((sum, { Balance }) => sum + Balance, 0).toFixed(2))
  return { operation: 'create', entity: 'Payment', record: { CustomerRef: first.CustomerRef, TotalAmt, Line: lines } }
}

const billPayment: Make = async (books, random) => {
  const bill = await findOne(books, random, 'SELECT * FROM Bill WHERE Balance > 0 MAXRESULTS 100')
  if (bill === undefined) return undefined
  const bank = await findAccount(books, 'Bank', bill.CurrencyRef?.value)
  const record = {
    VendorRef: bill.VendorRef,
    PayType: 'Check',
    CheckPayment: { BankAccountRef: toRef(bank) },
    TotalAmt: bill.Balance,
    Line: [{ Amount: bill.Balance, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] }],
  }
  return { operation: 'create', entity: 'BillPayment', record }
}

const journal: Make = async (books, random) => {
  const line = (PostingType: string, account: Found) => ({
    Amount: amount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef: toRef(account) },
  })
  const amount = random.cents(900)
  const lines = [line('Debit', await findAccount(books, 'Expense')), line('Credit', await findAccount(books, 'Bank'))]
  return { operation: 'create', entity: 'JournalEntry', record: { Line: lines } }
}

const deposit: Make = async (books, random) => {
  const line = {
    Amount: random.cents(300),
    DetailType: 'DepositLineDetail',
    DepositLineDetail: { AccountRef: toRef(await findAccount(books, 'Income')) },
  }
  const record = { DepositToAccountRef: toRef(await findAccount(books, 'Bank')), Line: [line] }
  return { operation: 'create', entity: 'Deposit', record }
}

function changeAmounts(entity: 'Invoice' | 'SalesReceipt'): Make {
  return async (books, random) => {
    const found = await findOne(books, random, `SELECT * FROM ${entity} WHERE TxnDate >= '2026-01-01' MAXRESULTS 60`)
    if (found === undefined) return undefined
    const record = { Id: found.Id, SyncToken: found.SyncToken, sparse: true }
    const lines = found.Line.filter(({ Id }: Found) => Id !== undefined)
    const [line, ...rest] = lines
    const detail = line.SalesItemLineDetail ?? {}
    const changed = { ...line, Amount: random.cents(500) }
    if (line.SalesItemLineDetail) {
      const { UnitPrice: _price, ...kept } = detail
      const price = random.cents(90)
      changed.SalesItemLineDetail = { ...kept, Qty: 2, UnitPrice: price }
      changed.Amount = Number((2 * price).toFixed(2))
    }
    return { operation: 'update', entity, record: { ...record, Line: [changed, ...rest] } }
  }
}

function remove(operation: 'void' | 'delete', entity: string): Make {
  return async (books, random) => {
    const found = await findOne(books, random, `SELECT * FROM ${entity} WHERE TxnDate >= '2026-01-01' MAXRESULTS 60`)
    if (found === undefined) return undefined
    return { operation, entity, record: { Id: found.Id, SyncToken: found.SyncToken } }
  }
}

const noteOnCustomer: Make = async (books, random) => {
  const { Id, SyncToken } = await findOne(books, random, 'SELECT * FROM Customer MAXRESULTS 40')
  return {
    operation: 'update',
    entity: 'Customer',
    record: { Id, SyncToken, sparse: true, Notes: `Note ${random.next()}` },
  }
}

/** The writes that hosts propose, by kind. */
export const writeKinds: Readonly<Record<string, Make>> = {
  invoice: sale('Invoice'),
  'sales receipt': sale('SalesReceipt'),
  'credit memo': sale('CreditMemo'),
  estimate: sale('Estimate'),
  bill: purchase('Bill'),
  'vendor credit': purchase('VendorCredit'),
  check,
  payment,
  'bill payment': billPayment,
  'journal entry': journal,
  deposit,
  'changed invoice': changeAmounts('Invoice'),
  'changed sales receipt': changeAmounts('SalesReceipt'),
  'void invoice': remove('void', 'Invoice'),
  'void bill payment': remove('void', 'BillPayment'),
  'deleted bill': remove('delete', 'Bill'),
  'deleted payment': remove('delete', 'Payment'),
  'note on a customer': noteOnCustomer,
}
