import type { Document } from '@bridge/emulator'
import { type Recount, readDocuments, recount, totals } from '@bridge/emulator/recount'

type Counted = ReturnType<typeof readDocuments>
type ListRecord = Counted['records'][number]
type Transaction = Counted['transactions'][number]

/** A company file's figures, counted from its documents without the service. */
export class CountedBooks {
  readonly #documents: readonly Document[]
  readonly #records: readonly ListRecord[]
  readonly #transactions: readonly Transaction[]
  readonly #all: Recount

  constructor(documents: Iterable<Document>) {
    this.#documents = [...documents]
    const { records, transactions } = readDocuments(this.#documents)
    this.#records = records
    this.#transactions = transactions
    this.#all = recount(this.#documents)
  }

  /** Counts a list's active records. */
  countActive(kind: string): number {
    return this.#records.filter((record) => record.kind === kind && record.fields.IsActive !== 'false').length
  }

  /** Counts a list's records with a name. */
  countNamed(kind: string, name: string): number {
    return this.#records.filter((record) => record.kind === kind && record.fields.Name === name).length
  }

  /** Returns a kind's transactions that a condition holds for. */
  find(kind: string, condition: (found: Found) => boolean = () => true): Found[] {
    return this.#transactions
      .filter((each) => each.kind === kind)
      .map((each) => this.#toFound(each))
      .filter(condition)
  }

  /** Returns what the accounts were moved by since an earlier count, by name. */
  movedSince(before: CountedBooks): Record<string, number> {
    const moved: Record<string, number> = {}
    for (const { kind, id, fields } of this.#records) {
      const amount = round(Number(this.#all.accounts.get(id) ?? 0) - Number(before.#all.accounts.get(id) ?? 0))
      if (kind === 'Account' && amount !== 0) moved[String(fields.Name)] = amount
    }
    return moved
  }

  /** An account's debits minus credits. */
  account(name: string): number {
    return Number(this.#all.accounts.get(this.#idByName('Account', name)) ?? 0)
  }

  /** The same for the transactions of a period. */
  accountBetween(name: string, from: string, to: string): number {
    const id = this.#idByName('Account', name)
    const before = recount(this.#until((date) => date < from)).accounts.get(id) ?? 0
    return round(Number(recount(this.#until((date) => date <= to)).accounts.get(id) ?? 0) - Number(before))
  }

  /** A customer's debt; negative for a vendor who is owed. */
  name(kind: 'Customer' | 'Vendor', name: string): number {
    return Number(this.#all.names.get(this.#idByName(kind, name)) ?? 0)
  }

  quantity(item: string): number {
    return Number(this.#all.stock.get(this.#idByName('ItemInventory', item))?.quantity ?? 0)
  }

  #idByName(kind: string, name: string): string {
    const found = this.#records.find(({ kind: each, fields }) => each === kind && fields.Name === name)
    if (found === undefined) throw new Error(`The company file has no ${kind} ${name}.`)
    return found.id
  }

  #until(holds: (date: string) => boolean): Document[] {
    return this.#documents.filter(({ value }) => {
      const { lines, fields } = value as Partial<Transaction>
      return lines === undefined || holds(String(fields?.TxnDate))
    })
  }

  #toFound({ kind, id, fields }: Transaction): Found {
    const partner = (fields.CustomerRef ?? fields.VendorRef) as { readonly ListID?: string } | undefined
    return {
      id,
      number: String(fields.RefNumber ?? ''),
      date: String(fields.TxnDate),
      due: String(fields.DueDate ?? ''),
      partner: String(this.#records.find((each) => isPartner(each) && each.id === partner?.ListID)?.fields.Name ?? ''),
      total: Number(totals[kind]?.(fields) ?? 0),
      open: Number(this.#all.open.get(id) ?? 0),
    }
  }
}

/** A transaction. */
export interface Found {
  readonly id: string
  readonly number: string
  readonly date: string
  readonly due: string
  /** The customer's or vendor's name, without those above it. */
  readonly partner: string
  readonly total: number
  readonly open: number
}

/** IDs repeat between lists. */
function isPartner({ kind }: ListRecord): boolean {
  return kind === 'Customer' || kind === 'Vendor'
}

export function round(amount: number): number {
  return Math.round(amount * 100) / 100
}

export function sum(amounts: readonly number[]): number {
  return round(amounts.reduce((total, amount) => total + amount, 0))
}
