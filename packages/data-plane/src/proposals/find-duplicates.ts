import { type EntityTable, isJsonObject, type JsonObject } from '@bridge/translation'
import Big from 'big.js'
import type { Duplicate } from './proposal.ts'

/** Runs a query; undefined if it failed. */
export type RunQuery = (text: string) => Promise<readonly JsonObject[] | undefined>

interface FoundDuplicates {
  readonly duplicates: readonly Duplicate[]
  readonly duplicatesAreKnown: boolean
}

const maxSameNumber = 10
const maxSameDay = 500
/** The fields that name whom a transaction is with. */
const nameFields = ['CustomerRef', 'VendorRef', 'EntityRef', 'EmployeeRef']

/**
 * Finds transactions with the number of a new one, or with its name, amount and date. Lists need none: QuickBooks
 * accepts a name once.
 *
 * @param today the date of a transaction without one
 */
export async function findDuplicates(
  { kind, name: entity }: EntityTable,
  record: JsonObject,
  today: string,
  runQuery: RunQuery,
): Promise<FoundDuplicates> {
  if (kind !== 'transaction') return { duplicates: [], duplicatesAreKnown: true }
  const number = getText(record.DocNumber)
  const date = getText(record.TxnDate) ?? today
  const name = findName(record)
  const amounts = findAmounts(record)
  const sameNumber =
    number === undefined
      ? []
      : await runQuery(`SELECT * FROM ${entity} WHERE DocNumber = ${quote(number)} MAXRESULTS ${maxSameNumber}`)
  const sameDay =
    amounts.length === 0
      ? []
      : await runQuery(`SELECT * FROM ${entity} WHERE TxnDate = ${quote(date)} MAXRESULTS ${maxSameDay}`)
  const found = new Map<string, Duplicate>()
  for (const each of sameDay ?? []) {
    const hasAmount = findAmounts(each).some((found) => amounts.some((amount) => amount.eq(found)))
    if (hasAmount && findName(each)?.id === name?.id)
      found.set(String(each.Id), describe(each, 'name, amount and date'))
  }
  for (const each of sameNumber ?? []) found.set(String(each.Id), describe(each, 'number'))
  const duplicatesAreKnown =
    sameNumber !== undefined && sameDay !== undefined && sameDay.length < maxSameDay && amounts.length > 0
  return { duplicates: [...found.values()], duplicatesAreKnown }
}

function describe(record: JsonObject, reason: Duplicate['reason']): Duplicate {
  const number = getText(record.DocNumber)
  const name = findName(record)?.text
  const date = getText(record.TxnDate)
  const amount = findAmounts(record)[0]?.toFixed(2)
  return {
    reason,
    id: String(record.Id),
    ...(number !== undefined && { number }),
    ...(name !== undefined && { name }),
    ...(date !== undefined && { date }),
    ...(amount !== undefined && { amount }),
  }
}

function findName(record: JsonObject): { readonly id: string; readonly text: string | undefined } | undefined {
  for (const field of nameFields) {
    const reference = record[field]
    const id = isJsonObject(reference) ? getText(reference.value) : undefined
    if (id !== undefined && isJsonObject(reference)) return { id, text: getText(reference.name) }
  }
  return undefined
}

/** Returns a transaction's total, and the sum of its lines: without subtotals and tax, and of debits only. */
function findAmounts(record: JsonObject): readonly Big[] {
  const total = toAmount(record.TotalAmt) ?? toAmount(record.Amount)
  const lines = Array.isArray(record.Line) ? record.Line.filter(isJsonObject).filter(isCounted) : []
  const amounts = lines.map((line) => toAmount(line.Amount)).filter((amount) => amount !== undefined)
  const isComplete = lines.length > 0 && amounts.length === lines.length
  return [...(total ? [total] : []), ...(isComplete ? [amounts.reduce((sum, amount) => sum.plus(amount))] : [])]
}

function isCounted({ DetailType, JournalEntryLineDetail: entry }: JsonObject): boolean {
  if (DetailType === 'SubTotalLineDetail' || DetailType === 'DescriptionOnly') return false
  return !isJsonObject(entry) || entry.PostingType !== 'Credit'
}

function toAmount(value: unknown): Big | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  try {
    return Big(value)
  } catch {
    return undefined
  }
}

function getText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a text as a query has it. */
export function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
