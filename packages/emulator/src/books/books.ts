import type { StoredFaults } from '../host/stored-faults.ts'
import type { Delta, Document, JsonValue } from '../storage/company-storage.ts'
import type { BookedKind } from './booked-kind.ts'
import { toCurrentForm } from './current-form.ts'
import { ExchangeGains } from './exchange-gains.ts'
import { getText } from './fields.ts'
import { Journal } from './journal.ts'
import { Links } from './links.ts'
import { type ListKind, listKinds } from './list-kinds.ts'
import { Lists } from './lists.ts'
import type { CustomDefinition, Deletion, ListRecord, Posting, Profile, Transaction } from './record.ts'
import { Stock } from './stock.ts'
import type { StoredMessageSet } from './stored-message-set.ts'
import { TransactionsByItem } from './transactions-by-item.ts'

const accounts = listKinds.get('Account') as ListKind

const noProfile: Profile = { companyName: '', counters: {}, lastRefNumbers: {}, custom: [] }

/**
 * A company file in memory: its documents, with the indexes that requests need. All changes go through `put` and
 * `remove`, which record what to store and how to roll back.
 */
export class Books {
  readonly lists = new Lists()
  readonly links = new Links()
  readonly transactionsByItem = new TransactionsByItem()
  readonly transactions = new Map<string, Transaction>()
  readonly deletions = new Map<string, Deletion>()
  readonly messageSets = new Map<string, StoredMessageSet>()
  readonly customDefinitions = new Map<string, CustomDefinition>()
  /** The transaction kinds, except `Opening`, an opening balance's entry. */
  readonly kinds: ReadonlyMap<string, BookedKind>
  profile: Profile = noProfile
  /** The faults that are stored in the file and apply to every host that has it open. */
  faults: StoredFaults = {}
  /** Whether the file was ever written. */
  exists = false

  readonly #journal = new Journal()
  readonly #stock = new Stock(this.#journal)
  readonly #gains: ExchangeGains
  readonly #transactionsByKind = new Map<string, Map<string, Transaction>>()
  readonly #documents = new Map<string, Document>()
  readonly #undo = new Map<string, Document>()
  readonly #undoToSavepoint = new Map<string, Document>()
  readonly #untilChange = new Map<string, unknown>()

  constructor(kinds: ReadonlyMap<string, BookedKind>) {
    this.kinds = kinds
    const { transactions, links } = this
    const findGainAccount = () => this.findSpecialAccount('ExchangeGainLoss')?.id
    this.#gains = new ExchangeGains({ transactions, links, kinds, journal: this.#journal, findGainAccount })
  }

  /** Applies changes from the storage. */
  apply(delta: Delta): void {
    if (delta.complete) for (const document of [...this.#documents.values()]) this.#set({ ...document, value: null })
    for (const document of delta.documents) this.#set(toCurrentForm(document))
  }

  /** Stores a document, replacing one with the same kind and ID. */
  put(kind: string, id: string, value: JsonValue): void {
    const key = toKey(kind, id)
    const before = this.#documents.get(key) ?? { kind, id, value: null }
    if (!this.#undo.has(key)) this.#undo.set(key, before)
    if (!this.#undoToSavepoint.has(key)) this.#undoToSavepoint.set(key, before)
    this.#set({ kind, id, value })
  }

  remove(kind: string, id: string): void {
    if (this.#documents.has(toKey(kind, id))) this.put(kind, id, null)
  }

  putRecord(record: ListRecord): void {
    this.put(record.kind, record.id, record)
  }

  putTransaction(transaction: Transaction): void {
    this.put(transaction.kind, transaction.id, transaction)
  }

  putProfile(profile: Profile): void {
    this.put('Profile', 'company', profile)
  }

  putFaults(faults: StoredFaults): void {
    this.put('Faults', 'host', faults)
  }

  /** Returns a family's next number, starting with 1. */
  nextNumber(family: string): number {
    const next = (this.profile.counters[family] ?? 0) + 1
    this.putProfile({ ...this.profile, counters: { ...this.profile.counters, [family]: next } })
    return next
  }

  /** Returns the changes since the last call, or since the last rollback. */
  drainChanges(): Document[] {
    const changes: Document[] = []
    for (const [key, before] of this.#undo) {
      const now = this.#documents.get(key)
      if (now !== undefined) changes.push(now)
      else if (before.value !== null) changes.push({ ...before, value: null })
    }
    this.#undo.clear()
    return changes
  }

  /** Reverts the changes since the last `drainChanges`. */
  rollback(): void {
    for (const before of this.#undo.values()) this.#set(before)
    this.#undo.clear()
  }

  /** Sets the savepoint for `rollbackToSavepoint`. */
  savepoint(): void {
    this.#undoToSavepoint.clear()
  }

  /** Reverts the changes since the savepoint. */
  rollbackToSavepoint(): void {
    for (const before of this.#undoToSavepoint.values()) this.#set(before)
    this.#undoToSavepoint.clear()
  }

  /** The account and name balances, including goods' costs and exchange gains. */
  get journal(): Journal {
    this.#stock.recalculate()
    this.#gains.recalculate()
    return this.#journal
  }

  /** The inventory items' quantities and costs. */
  get stock(): Stock {
    return this.#stock
  }

  /** The realized gains of transactions in foreign currencies. */
  get gains(): ExchangeGains {
    return this.#gains
  }

  /** Returns a transaction's postings, including its goods' costs and exchange gains. */
  getPostings({ id, postings }: Transaction): readonly Posting[] {
    return [...postings, ...this.#stock.getPostings(id), ...this.#gains.getPostings(id)]
  }

  /** Returns the account with a SpecialAccountType, to which QuickBooks posts automatically. */
  findSpecialAccount(type: string): ListRecord | undefined {
    for (const account of this.lists.getRecords(accounts)) {
      if (getText(account.fields, 'SpecialAccountType') === type) return account
    }
    return undefined
  }

  /** Returns a kind's transactions in entry order. */
  getTransactions(kind: string): Iterable<Transaction> {
    return this.#transactionsByKind.get(kind)?.values() ?? []
  }

  /** Returns what `compute` returned for the key; computes it again after any change. */
  untilChange<Value>(key: string, compute: () => Value): Value {
    if (!this.#untilChange.has(key)) this.#untilChange.set(key, compute())
    return this.#untilChange.get(key) as Value
  }

  /** How many list records and transactions there are. */
  get recordCount(): number {
    return this.lists.size + this.transactions.size
  }

  #set(document: Document): void {
    this.#untilChange.clear()
    const { kind, id, value } = document
    const key = toKey(kind, id)
    const before = this.#documents.get(key)?.value ?? null
    if (listKinds.has(kind)) {
      this.lists.replace(before as ListRecord | null, value as ListRecord | null)
    } else if (kind === 'Opening' || this.kinds.has(kind)) {
      this.#replaceTransaction(kind, id, before as Transaction | null, value as Transaction | null)
    } else if (kind === 'Deletion') setOrDelete(this.deletions, id, value as Deletion | null)
    else if (kind === 'MessageSet') setOrDelete(this.messageSets, id, value as StoredMessageSet | null)
    else if (kind === 'CustomDefinition') setOrDelete(this.customDefinitions, id, value as CustomDefinition | null)
    else if (kind === 'Faults') this.faults = (value as StoredFaults | null) ?? {}
    else if (kind === 'Profile') {
      this.profile = (value as Profile | null) ?? noProfile
      this.exists = value !== null
    }
    if (value === null) this.#documents.delete(key)
    else this.#documents.set(key, document)
  }

  #replaceTransaction(kind: string, id: string, before: Transaction | null, after: Transaction | null): void {
    this.#journal.replace(before, after)
    this.#stock.replace(before, after)
    this.links.replace(before, after)
    this.#gains.replace(before, after)
    this.transactionsByItem.replace(before, after)
    this.lists.referenceCounts.replace(before, after)
    setOrDelete(this.transactions, id, after)
    const ofKind = this.#transactionsByKind.get(kind) ?? new Map<string, Transaction>()
    this.#transactionsByKind.set(kind, ofKind)
    setOrDelete(ofKind, id, after)
  }
}

function toKey(kind: string, id: string): string {
  return `${kind}/${id}`
}

function setOrDelete<Value>(map: Map<string, Value>, id: string, value: Value | null): void {
  if (value === null) map.delete(id)
  else map.set(id, value)
}
