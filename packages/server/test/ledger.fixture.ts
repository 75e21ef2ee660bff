import type { Document } from '@bridge/emulator'
import { type Recount, recount } from '@bridge/emulator/recount'

/** Reads these properties for every record of an entity, including inactive ones. */
export type ReadAll = (entity: string, properties: readonly string[]) => Promise<readonly Row[]>

export type Row = { readonly Id: string; readonly [property: string]: unknown }

/** Figures by record id, with two decimals; amounts are debits minus credits. */
type Figures = Readonly<Record<string, string>>

/** The books' figures. */
export interface Ledger {
  readonly accounts: Figures
  readonly customers: Figures
  readonly customersWithJobs: Figures
  readonly vendors: Figures
  readonly quantities: Figures
  /** Open amounts on invoices, bills, payments and credits. */
  readonly open: Figures
}

type Decimal = Recount['accounts'] extends ReadonlyMap<string, infer Value> ? Value : never

const debitClasses = new Set(['Asset', 'Expense'])
const isList = new Set(['Account', 'Customer', 'Vendor', 'Item'])

/** Reads the figures from the service. */
export async function readLedger(readAll: ReadAll): Promise<Ledger> {
  const readFigures = async (entity: string, property: string, getSign: (row: Row) => number = () => 1) => {
    const rows = await readAll(entity, ['Id', property, ...(entity === 'Account' ? ['Classification'] : [])])
    return rows.flatMap((row): [string, string][] => {
      const value = row[property]
      return typeof value === 'number' ? [[row.Id, figure(value * getSign(row))]] : []
    })
  }
  const open = [
    ...(await readFigures('Invoice', 'Balance')),
    ...(await readFigures('CreditMemo', 'RemainingCredit')),
    ...(await readFigures('Payment', 'UnappliedAmt')),
    ...(await readFigures('Bill', 'Balance')),
    ...(await readFigures('VendorCredit', 'Balance')),
  ]
  return {
    accounts: Object.fromEntries(
      await readFigures('Account', 'CurrentBalance', ({ Classification: name }) =>
        debitClasses.has(String(name)) ? 1 : -1,
      ),
    ),
    customers: Object.fromEntries(await readFigures('Customer', 'Balance')),
    customersWithJobs: Object.fromEntries(await readFigures('Customer', 'BalanceWithJobs')),
    vendors: Object.fromEntries(await readFigures('Vendor', 'Balance', () => -1)),
    quantities: Object.fromEntries(await readFigures('Item', 'QtyOnHand')),
    open: Object.fromEntries(open),
  }
}

/** Computes the same figures from the company file's documents. */
export function recountLedger(documents: Iterable<Document>): Ledger {
  const { accounts, names, stock, open, records } = recount(documents)
  const customers = records.filter(({ kind }) => kind === 'Customer')
  const vendors = records.filter(({ kind }) => kind === 'Vendor')
  const getParent = ({ fields }: (typeof records)[number]) =>
    (fields.ParentRef as { ListID?: string } | undefined)?.ListID
  const owedWithJobs = (id: string): Decimal | undefined =>
    customers
      .filter((job) => getParent(job) === id)
      .reduce((sum, job) => sum?.plus(owedWithJobs(job.id) ?? 0), names.get(id))
  const figures = (entries: readonly (readonly [string, Decimal | undefined])[]): Figures =>
    Object.fromEntries(entries.map(([id, value]) => [id, figure(Number(value))]))
  return {
    accounts: figures([...accounts]),
    customers: figures(customers.map(({ id }) => [id, names.get(id)])),
    customersWithJobs: figures(customers.map(({ id }) => [id, owedWithJobs(id)])),
    vendors: figures(vendors.map(({ id }) => [id, names.get(id)])),
    quantities: figures([...stock].map(([id, { quantity }]) => [id, quantity])),
    open: figures([...open]),
  }
}

/** Debits minus credits over all accounts: `0.00` in balanced books. */
export function trialBalance({ accounts }: Ledger): string {
  return figure(Object.values(accounts).reduce((total, amount) => total + Math.round(Number(amount) * 100), 0) / 100)
}

/** Reads page by page with a query function. */
export function readInPages(query: (text: string) => Promise<Readonly<Record<string, unknown>>>): ReadAll {
  return async (entity, properties) => {
    const maxPage = 1000
    const rows: Row[] = []
    for (let start = 1; ; start += maxPage) {
      const where = isList.has(entity) ? ' WHERE Active IN (true, false)' : ''
      const text = `SELECT ${properties.join(', ')} FROM ${entity}${where} STARTPOSITION ${start} MAXRESULTS ${maxPage}`
      const page = ((await query(text))[entity] ?? []) as Row[]
      rows.push(...page)
      if (page.length < maxPage) return rows
    }
  }
}

/** Prints at least two decimals, and zero without a sign. */
function figure(value: number): string {
  if (value === 0) return '0.00'
  const text = String(value)
  return /\.\d{3}/.test(text) ? text : value.toFixed(2)
}
