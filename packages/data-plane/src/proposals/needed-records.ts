import { childText, type Element, parseMessageSetResponse } from '@bridge/qbxml'
import type { Registry } from '@bridge/translation'
import type { CompanyCalls } from './company-calls.ts'
import { quote } from './find-duplicates.ts'

/** The entities of the records that decide what a write posts to, by the end of a reference's name. */
const neededReferences: readonly (readonly [ending: string, entities: readonly string[]])[] = [
  ['PrefVendorRef', []],
  ['SalesTaxCodeRef', []],
  ['ItemSalesTaxRef', []],
  ['CurrencyRef', []],
  ['AccountRef', ['Account']],
  ['CustomerRef', ['Customer']],
  ['VendorRef', ['Vendor']],
  ['EntityRef', ['Customer', 'Vendor']],
  ['ItemRef', ['Item']],
  ['ItemGroupRef', ['Item']],
]

/** The short lists that are read whole, by what needs them. */
const wholeLists: readonly (readonly [neededBy: (name: string) => boolean, entities: readonly string[]])[] = [
  [(name) => name.endsWith('SalesTaxCodeRef') || name === 'ItemSalesTaxRef', ['TaxRate', 'TaxCode']],
  [(name) => name === 'CurrencyRef', ['ExchangeRate', 'CompanyCurrency']],
]

/** The entities of the transactions that a request names, by the request, the element around the ID, and the ID. */
const namedTransactions: readonly (readonly [
  request: RegExp,
  holder: RegExp,
  id: string,
  entities: readonly string[],
])[] = [
  [/^ReceivePayment/, /^AppliedToTxn/, 'TxnID', ['Invoice']],
  [/^BillPayment/, /^AppliedToTxn/, 'TxnID', ['Bill']],
  [/^ARRefundCreditCard/, /^RefundAppliedToTxn/, 'TxnID', ['CreditMemo', 'Payment']],
  [/^(ReceivePayment|Invoice)/, /^SetCredit$/, 'CreditTxnID', ['CreditMemo', 'Payment']],
  [/^BillPayment/, /^SetCredit$/, 'CreditTxnID', ['VendorCredit']],
  [/^Deposit/, /^DepositLine/, 'PaymentTxnID', ['Payment', 'SalesReceipt']],
  [/^(Invoice|SalesReceipt)/, /./, 'LinkToTxnID', ['Estimate']],
  [/^(Invoice|SalesReceipt)/, /^LinkToTxn$/, 'TxnID', ['Estimate']],
  [/^(Bill|Check|CreditCard)/, /./, 'LinkToTxnID', ['PurchaseOrder']],
  [/^(Bill|Check|CreditCard)/, /^LinkToTxn$/, 'TxnID', ['PurchaseOrder']],
]

/** The elements of a stored transaction that name others, with their types. */
const linked = new Set(['AppliedToTxnRet', 'RefundAppliedToTxnRet', 'DepositLineRet', 'LinkedTxn'])

/** The account types to which QuickBooks posts automatically, and those for balances with which records open. */
const controlTypes = [
  'Accounts Receivable',
  'Accounts Payable',
  'Other Current Asset',
  'Other Current Liability',
  'Other Expense',
]
const openingTypes = ['Equity', 'Income', 'Expense']

/** Items refer to items, and jobs to their customers. */
const maxRounds = 4

interface Needed {
  readonly entity: string
  /** The changed record's ID, unless it is new. */
  readonly id: string | undefined
  readonly requests: readonly Element[]
  /** Whether the write opens a list record with a balance. */
  readonly opens: boolean
}

/** Reads the records that decide what a write posts to, as QuickBooks returns them. Undefined if some are too long. */
export async function readNeededRecords(
  calls: CompanyCalls,
  registry: Registry,
  { entity, id, requests, opens }: Needed,
): Promise<readonly Element[] | undefined> {
  const reader = new RecordReader(calls)
  const own = id === undefined ? [] : await reader.readById(entity, [id])
  const others = await reader.readEach(findTransactions(requests, own, registry))
  // Exchange gains depend on what was paid before.
  await reader.readEach(findTransactions([], others.filter(isForeign), registry))
  const types = [...controlTypes, ...(opens ? openingTypes : [])].map(quote).join(', ')
  await reader.query(`SELECT * FROM Account WHERE AccountType IN (${types}) MAXRESULTS 1000`)
  for (let round = 0; round < maxRounds; round += 1) {
    const before = reader.changes
    const all = [...requests, ...reader.records]
    await reader.readEach(findReferences(all))
    for (const other of findWholeLists(all)) await reader.readAll(other)
    if (reader.changes === before) break
  }
  return reader.isComplete ? reader.records : undefined
}

/** Returns whether a write's accounts depend on a reference. */
export function isNeededReference(name: string): boolean {
  return findEntities(name).length > 0 || wholeLists.some(([neededBy]) => neededBy(name))
}

/** Reads records, each once by its entity: entities of the same records read other parts of them. */
class RecordReader {
  isComplete = true
  /** How often something new was read. */
  changes = 0
  readonly #calls: CompanyCalls
  readonly #asked = new Set<string>()
  readonly #records = new Map<string, Element>()

  constructor(calls: CompanyCalls) {
    this.#calls = calls
  }

  get records(): readonly Element[] {
    return [...this.#records.values()]
  }

  async readById(entity: string, ids: readonly string[]): Promise<readonly Element[]> {
    const unread = ids.filter((id) => !this.#asked.has(`${entity} ${id}`))
    for (const id of unread) this.#asked.add(`${entity} ${id}`)
    if (unread.length === 0) return []
    const list = unread.map(quote).join(', ')
    return this.query(`SELECT * FROM ${entity} WHERE Id IN (${list}) MAXRESULTS ${unread.length}`)
  }

  async readEach(ids: IdsByEntity): Promise<readonly Element[]> {
    const found: Element[] = []
    for (const [entity, each] of ids) found.push(...(await this.readById(entity, [...each])))
    return found
  }

  async readAll(entity: string): Promise<void> {
    if (this.#asked.has(entity)) return
    this.#asked.add(entity)
    await this.query(`SELECT * FROM ${entity} MAXRESULTS 1000`)
  }

  /** Returns the records in the qbXML of a query's responses. */
  async query(text: string): Promise<readonly Element[]> {
    const { trace } = await this.#calls.query(text)
    if ((trace?.exchangesLeftOut ?? 0) > 0) this.isComplete = false
    const found: Element[] = []
    for (const { response } of trace?.exchanges ?? []) {
      if (response === undefined) continue
      if (response.text.length !== response.characters) this.isComplete = false
      else found.push(...parseMessageSetResponse(response.text).responses.flatMap(({ elements }) => elements))
    }
    for (const record of found) this.#add(record)
    return found
  }

  #add(record: Element): void {
    const key = `${record.name} ${getId(record)}`
    const known = this.#records.get(key)
    const read = new Set(known?.children.map(({ name }) => name))
    const added = record.children.filter(({ name }) => !read.has(name))
    if (known !== undefined && added.length === 0) return
    this.changes += 1
    this.#records.set(key, known ? { ...known, children: [...known.children, ...added] } : record)
  }
}

function isForeign(record: Element): boolean {
  return Number(childText(record, 'ExchangeRate') ?? 1) !== 1
}

function getId(record: Element): string | undefined {
  return childText(record, 'TxnID') ?? childText(record, 'ListID')
}

function findEntities(name: string): readonly string[] {
  return neededReferences.find(([ending]) => name.endsWith(ending))?.[1] ?? []
}

type IdsByEntity = ReadonlyMap<string, ReadonlySet<string>>

function addId(ids: Map<string, Set<string>>, entity: string, id: string | undefined): void {
  if (id !== undefined && id !== '') ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
}

/** Visits an element and all in it; `holder` is the one around it. */
function visit(element: Element, use: (each: Element, holder: Element) => void, holder = element): void {
  use(element, holder)
  for (const inner of element.children) visit(inner, use, element)
}

function findReferences(elements: readonly Element[]): IdsByEntity {
  const ids = new Map<string, Set<string>>()
  for (const element of elements) {
    visit(element, (each, holder) => {
      if (!each.name.endsWith('Ref')) return
      const entities =
        each.name === 'ParentRef' && holder.name === 'CustomerRet' ? ['Customer'] : findEntities(each.name)
      for (const entity of entities) addId(ids, entity, childText(each, 'ListID'))
    })
  }
  return ids
}

function findWholeLists(elements: readonly Element[]): readonly string[] {
  const names = new Set<string>()
  for (const element of elements) visit(element, ({ name }) => names.add(name))
  return wholeLists.flatMap(([neededBy, entities]) => ([...names].some(neededBy) ? entities : []))
}

/** Finds the transactions that the requests and the changed record name. */
function findTransactions(requests: readonly Element[], own: readonly Element[], registry: Registry): IdsByEntity {
  const ids = new Map<string, Set<string>>()
  for (const request of requests) {
    const rows = namedTransactions.filter(([name]) => name.test(request.name))
    visit(request, (each, holder) => {
      for (const [, holderName, idName, entities] of rows) {
        if (each.name !== idName || !holderName.test(holder.name)) continue
        for (const entity of entities) addId(ids, entity, each.text)
      }
    })
  }
  for (const record of own) {
    for (const each of record.children.filter(({ name }) => linked.has(name))) {
      const entity = findEntityOf(registry, childText(each, 'TxnType') ?? '')
      if (entity !== undefined) addId(ids, entity, childText(each, 'TxnID'))
    }
  }
  return ids
}

/** Returns the entity of a type of transaction as QuickBooks Desktop names it. */
function findEntityOf(registry: Registry, type: string): string | undefined {
  return Object.values(registry)
    .flatMap((found) => ('table' in found && found.table ? [found.table] : []))
    .find(({ kind, variants }) => kind === 'transaction' && variants.some(({ desktop }) => desktop === type))?.name
}
