import Big from 'big.js'
import type { Fields, ListRecord, Transaction } from '../../src/books/record.ts'
import type { Move } from './costed.fixture.ts'
import { getAssetAccount, getKeptAccount, listId } from './fields.fixture.ts'

const owners: Readonly<Record<string, string>> = { AccountsReceivable: 'Customer', AccountsPayable: 'Vendor' }

/** A recount's sums. */
export class CountedBooks {
  readonly accounts = new Map<string, Big>()
  readonly names = new Map<string, Big>()
  readonly moves: Move[] = []
  /** The debits, and the credits as negative amounts, in entry order. */
  readonly debits: { readonly account: string; readonly amount: Big }[] = []
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

  /** Debits an account, and for a receivable or payable account the first customer or vendor among the people. */
  debit(account: string | undefined, amount: Big, ...people: readonly (string | undefined)[]): void {
    if (amount.eq(0)) return
    if (account === undefined) throw new Error(`${amount} has no account.`)
    this.accounts.set(account, (this.accounts.get(account) ?? Big(0)).plus(amount))
    this.debits.push({ account, amount })
    const wanted = owners[String(this.record('Account', account)?.fields.AccountType)]
    if (wanted === undefined) return
    const name = people.find((id) => this.record('Name', id)?.kind === wanted)
    if (name === undefined) throw new Error(`${amount} in ${account} has no customer or vendor.`)
    this.names.set(name, (this.names.get(name) ?? Big(0)).plus(amount))
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
      item,
      asset,
      date: String(fields.TxnDate),
      number,
      against: rest.against ?? goods ?? '',
    })
  }
}

/** Returns a kind's list. */
function getFamily(kind: string): string {
  if (kind.startsWith('Item')) return 'Item'
  return ['Customer', 'Vendor', 'Employee', 'OtherName'].includes(kind) ? 'Name' : kind
}
