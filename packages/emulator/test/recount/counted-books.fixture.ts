import Big from 'big.js'
import type { Fields, ListRecord, Transaction } from '../../src/books/record.ts'
import type { Move } from './costed.fixture.ts'
import { cents, getAssetAccount, getKeptAccount, listId, money } from './fields.fixture.ts'

const owners: Readonly<Record<string, string>> = { AccountsReceivable: 'Customer', AccountsPayable: 'Vendor' }

/** An amount in the home currency, and in the transaction's. */
export interface Counted {
  readonly account: string
  readonly amount: Big
  readonly foreign: Big
}

/** A recount's sums: in the home currency, and in the currencies of the transactions. */
export class CountedBooks {
  readonly accounts = new Map<string, Big>()
  readonly names = new Map<string, Big>()
  readonly foreignAccounts = new Map<string, Big>()
  readonly foreignNames = new Map<string, Big>()
  readonly moves: Move[] = []
  /** The debits, and the credits as negative amounts, in entry order. */
  readonly debits: Counted[] = []
  /** The home values of payments and sales at their rates, by TxnID. */
  readonly paymentValues = new Map<string, Big>()
  #header: Fields = {}
  readonly #records = new Map<string, ListRecord>()
  readonly #special = new Map<string, string>()

  constructor(records: readonly ListRecord[]) {
    for (const record of records) {
      const { kind, id, fields } = record
      this.#records.set(`${getFamily(kind)}/${id}`, record)
      if (kind === 'Account' && fields.AccountType !== 'NonPosting') this.accounts.set(id, Big(0))
      if (kind === 'Account') this.#special.set(String(fields.SpecialAccountType), id)
      if (kind === 'Customer' || kind === 'Vendor') this.names.set(id, Big(0))
    }
  }

  record(family: string, id: string | undefined): ListRecord | undefined {
    return this.#records.get(`${family}/${id}`)
  }

  findItem(line: Fields): ListRecord | undefined {
    return this.record('Item', listId(line, 'ItemRef'))
  }

  /** Returns the account with a special type. */
  special(type: string): string {
    const id = this.#special.get(type)
    if (id === undefined) throw new Error(`The file has no account ${type}`)
    return id
  }

  /** Enters a transaction at its rate. The cents that rounding leaves are an exchange gain or loss. */
  enter(transaction: Transaction, enter: (transaction: Transaction, books: CountedBooks) => void): void {
    this.#header = transaction.fields
    const from = this.debits.length
    enter(transaction, this)
    const rest = this.debits.slice(from).reduce((total, { amount }) => total.plus(amount), Big(0))
    if (!rest.eq(0)) this.debitBoth(this.special('ExchangeGainLoss'), rest.times(-1), Big(0))
    this.#header = {}
  }

  /** Converts an amount of the transaction being entered. */
  toHome(amount: Big): Big {
    const rate = this.#header.ExchangeRate
    return rate === undefined ? amount : cents(amount.times(money(rate)))
  }

  /** Debits an account, and for a receivable or payable account the first customer or vendor among the people. */
  debit(account: string | undefined, amount: Big, ...people: readonly (string | undefined)[]): void {
    this.debitBoth(account, this.toHome(amount), amount, ...people)
  }

  /** Debits an amount in the home currency, and what it is in the transaction's. */
  debitBoth(account: string | undefined, amount: Big, foreign: Big, ...people: readonly (string | undefined)[]): void {
    if (amount.eq(0) && foreign.eq(0)) return
    if (account === undefined) throw new Error(`${amount} has no account.`)
    add(this.accounts, account, amount)
    add(this.foreignAccounts, account, foreign)
    this.debits.push({ account, amount, foreign })
    const wanted = owners[String(this.record('Account', account)?.fields.AccountType)]
    if (wanted === undefined) return
    const name = people.find((id) => this.record('Name', id)?.kind === wanted)
    if (name === undefined) throw new Error(`${amount} in ${account} has no customer or vendor.`)
    add(this.names, name, amount)
    add(this.foreignNames, name, foreign)
  }

  credit(account: string | undefined, amount: Big, ...people: readonly (string | undefined)[]): void {
    this.debit(account, amount.times(-1), ...people)
  }

  /** Records a line's goods movement, by default at average cost. */
  move(
    { fields, number }: Transaction,
    line: Fields,
    rest: Pick<Move, 'index' | 'quantity' | 'value'> & { readonly against?: string | undefined },
  ): void {
    const item = this.findItem(line)
    if (item?.kind !== 'ItemInventory' && item?.kind !== 'ItemInventoryAssembly') return
    const goods = getKeptAccount(line, 'COGSAccountRef') ?? listId(item.fields, 'COGSAccountRef')
    const asset = getAssetAccount(line, item) ?? ''
    this.moves.push({
      ...rest,
      value: rest.value && this.toHome(rest.value),
      item,
      asset,
      date: String(fields.TxnDate),
      number,
      against: rest.against ?? goods ?? '',
    })
  }
}

function add(sums: Map<string, Big>, id: string, amount: Big): void {
  sums.set(id, amount.plus(sums.get(id) ?? 0))
}

/** Returns a kind's list. */
function getFamily(kind: string): string {
  if (kind.startsWith('Item')) return 'Item'
  return ['Customer', 'Vendor', 'Employee', 'OtherName'].includes(kind) ? 'Name' : kind
}
