import type { Element } from '@bridge/qbxml'
import Big from 'big.js'
import { Books } from '../books/books.ts'
import { findHomeCurrency } from '../books/currencies.ts'
import { sum } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import { isStockItem } from '../books/line-item.ts'
import { getListKind } from '../books/lists.ts'
import type { ListRecord, Movement, Transaction } from '../books/record.ts'
import { type Clock, type Company, openCompany } from '../company/company.ts'
import { transactionKinds } from '../handlers/transaction-kinds.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import { withPostings } from '../transactions/posting.ts'
import { toListRecord, toTransaction } from './record-documents.ts'

/** Above the numbers of all records in the model, so that new IDs differ. */
const firstNumber = 900_000_000
/** A day before all transactions. */
const openingDate = '1900-01-01'

interface ModelOptions {
  /** Records as queries return them: `AccountRet`, `InvoiceRet`, … */
  readonly records: readonly Element[]
  readonly clock: Clock
}

/**
 * Opens a company file in memory that has only some records of a real one, with their IDs, postings, and stock. A write
 * to these records moves the accounts as it would in the real one.
 */
export async function openModel({ records, clock }: ModelOptions): Promise<Company> {
  const books = new Books(transactionKinds)
  const lists = records.flatMap((each) => toListRecord(each) ?? [])
  putProfile(books, lists)
  for (const record of lists) books.putRecord(record)
  const home = findHomeCurrency(books)?.id
  const transactions = records.flatMap((each) => toTransaction(each, home) ?? [])
  for (const transaction of transactions.sort((a, b) => a.number - b.number)) putTransaction(books, transaction)
  for (const item of lists.filter(isStockItem)) putOpeningStock(books, item, transactions)
  const storage = memoryStorage()
  const changes = books.drainChanges()
  await storage.exclusive(undefined, () => ({ changes, result: undefined }))
  return openCompany({ storage, clock, random: () => 0.5 })
}

function putProfile(books: Books, lists: readonly ListRecord[]): void {
  const families = ['TransactionNumber', 'Transaction', ...lists.map((record) => getListKind(record).family)]
  books.putProfile({
    companyName: 'Model',
    counters: Object.fromEntries(families.map((family) => [family, firstNumber])),
    lastRefNumbers: {},
    ...(lists.some(({ kind }) => kind === 'Currency') && { multiCurrency: true }),
    custom: [],
  })
}

function putTransaction(books: Books, transaction: Transaction): void {
  const kind = transactionKinds.get(transaction.kind)
  if (kind !== undefined) books.putTransaction(withPostings(kind, transaction, books))
}

/** Puts what an item had before the model's transactions, so that it has its quantity and average cost after them. */
function putOpeningStock(books: Books, item: ListRecord, transactions: readonly Transaction[]): void {
  const cost = Big(getText(item.fields, 'AverageCost') ?? getText(item.fields, 'PurchaseCost') ?? 0)
  const moved = transactions
    .flatMap(({ id }) => books.transactions.get(id)?.movements ?? [])
    .filter((movement) => movement.item === item.id)
  const quantity = Big(getText(item.fields, 'QuantityOnHand') ?? 0).minus(sum(moved.map((each) => each.quantity)))
  const values = moved.map((each) => each.value ?? cost.times(each.quantity))
  const value = cost.times(getText(item.fields, 'QuantityOnHand') ?? 0).minus(sum(values))
  if (quantity.eq(0)) return
  const movement: Movement = {
    item: item.id,
    quantity: quantity.toFixed(),
    value: value.toFixed(),
    asset: getRefId(item.fields, 'AssetAccountRef') ?? '',
    account: getRefId(item.fields, 'COGSAccountRef') ?? '',
    estimate: cost.toFixed(),
  }
  books.putTransaction({
    ...{
      kind: 'Opening',
      id: `opening-${item.id}`,
      created: 0,
      modified: 0,
      number: 0,
      fields: { TxnDate: openingDate },
    },
    ...{ lines: [], applications: [], postings: [], movements: [movement], custom: [] },
  })
}
