import { type AccountSum, type Company, openModel, subtractSums, sumAccounts } from '@bridge/emulator'
import { type Element, parseMessageSet, parseMessageSetResponse, serializeMessageSet } from '@bridge/qbxml'
import type { EntityTable, Registry } from '@bridge/translation'
import type { Logger } from 'pino'
import type { CompanyCalls } from './company-calls.ts'
import { isNeededReference, readNeededRecords } from './needed-records.ts'
import type { EstimatedAccounts, EstimatedPosting, ProposedWrite } from './proposal.ts'

/** Transactions without postings. */
const withoutPostings = /^(Estimate|PurchaseOrder|SalesOrder|TimeTracking)(Add|Mod)Rq$/
/** The values with which a list record opens with a transaction. */
const opening = new Set(['OpenBalance', 'QuantityOnHand', 'TotalValue'])

interface Estimated {
  readonly table: EntityTable
  readonly write: ProposedWrite
  readonly qbxml: string
  readonly calls: CompanyCalls
  readonly registry: Registry
  readonly now: Date
  readonly logger: Logger
}

/**
 * Returns the accounts that a write moves, by the emulator's rules: the write is run in a company file in memory that
 * has the records it depends on, and the accounts are compared before and after it.
 */
export async function estimateAccounts({
  table,
  write,
  qbxml,
  calls,
  registry,
  now,
  logger,
}: Estimated): Promise<EstimatedAccounts> {
  const { requests } = parseMessageSet(qbxml)
  if (requests.some(changesEarlier)) return unknown('It also moves earlier transactions of the item to other accounts.')
  if (isWithoutPostings(table, requests)) return { isKnown: true, postings: [], leftOut: [] }
  const id = typeof write.record.Id === 'string' && write.operation !== 'create' ? write.record.Id : undefined
  const records = await readNeededRecords(calls, registry, {
    ...{ entity: table.name, id, requests },
    opens: table.kind !== 'transaction',
  })
  if (records === undefined) return unknown('The records it depends on are too long to read for an estimate.')
  try {
    const company = await openModel({ records, clock: () => now })
    const moved = await measure(company, requests.map(withNeeded))
    return typeof moved === 'string'
      ? unknown(moved)
      : { isKnown: true, postings: moved.map(toPosting), leftOut: findLeftOut(requests, records, moved) }
  } catch (error) {
    logger.error({ err: error, entity: table.name }, 'Could not estimate the accounts of a proposed write')
    return unknown('The records it depends on cannot be posted in the same way again.')
  }
}

function unknown(reason: string): EstimatedAccounts {
  return { isKnown: false, reason }
}

function changesEarlier(request: Element): boolean {
  return some(request, ({ name, text }) => /^Apply.*ToExistingTxns$/.test(name) && text === 'true')
}

function isWithoutPostings(table: EntityTable, requests: readonly Element[]): boolean {
  if (table.kind !== 'transaction') return !requests.some((request) => some(request, ({ name }) => opening.has(name)))
  return requests.every(({ name }) => withoutPostings.test(name) || isOfList(name))
}

/** Names that a transaction needs in a list are added along with it. */
function isOfList(name: string): boolean {
  return /^(PaymentMethod|StandardTerms|DateDrivenTerms|ShipMethod|CustomerMsg|Class)AddRq$/.test(name)
}

function some(element: Element, matches: (element: Element) => boolean): boolean {
  return matches(element) || element.children.some((each) => some(each, matches))
}

/** Returns a request without the references that post nothing, such as terms. */
function withNeeded(element: Element): Element {
  const children = element.children.filter(({ name }) => !name.endsWith('Ref') || isNeededReference(name))
  return { ...element, children: children.map(withNeeded) }
}

/** Runs the requests and returns what they move, or why they cannot be run. */
async function measure(company: Company, requests: readonly Element[]): Promise<readonly AccountSum[] | string> {
  const before = await company.read(sumAccounts)
  const posted = requests.filter(({ name }) => !isOfList(name))
  const outcome = await company.exchange(serializeMessageSet({ requests: posted, onError: 'stopOnError' }))
  if (!outcome.sent || outcome.lost) return 'The emulator cannot post it.'
  const failed = parseMessageSetResponse(outcome.response).responses.find((each) => each.statusSeverity === 'Error')
  if (failed !== undefined) return `The emulator cannot post it: ${failed.statusMessage}`
  return subtractSums(await company.read(sumAccounts), before)
}

function toPosting({ account, amount, currency, foreignAmount }: AccountSum): EstimatedPosting {
  return {
    account,
    amount: amount.toFixed(2),
    ...(currency !== undefined && { currency, foreignAmount: (foreignAmount ?? amount).toFixed(2) }),
  }
}

/** Says what an estimate does not know exactly. */
function findLeftOut(
  requests: readonly Element[],
  records: readonly Element[],
  moved: readonly AccountSum[],
): readonly string[] {
  const hasGoods = records.some(({ name }) => name === 'ItemInventoryRet' || name === 'ItemInventoryAssemblyRet')
  const isForeign = moved.some(({ currency }) => currency !== undefined)
  const isNew = requests.some(({ name }) => name.endsWith('AddRq'))
  const sendsRate = requests.some((each) => some(each, ({ name }) => name === 'ExchangeRate'))
  return [
    ...(hasGoods ? ['The cost of goods is computed from the average cost today.'] : []),
    ...(isForeign && isNew && !sendsRate
      ? ['QuickBooks chooses the exchange rate: the amounts use its newest one.']
      : []),
  ]
}
