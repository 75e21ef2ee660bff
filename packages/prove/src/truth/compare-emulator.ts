import { createHash } from 'node:crypto'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import {
  branch,
  childText,
  type Element,
  leaf,
  parseMessageSetResponse,
  type QbxmlResponse,
  serializeMessageSet,
} from '@bridge/qbxml'
import { createRedactor, type ReportExchange, type TruthReport } from '@bridge/truth'
import type { Difference } from './difference.ts'
import { listStandIns } from './stand-in-records.ts'
import { toAddRequest, toReferenceKey } from './to-add-request.ts'

/** Rows whose requests name no record, so that the emulator has to respond as QuickBooks did. */
const comparable: ReadonlySet<string> = new Set(['A58', 'A59', 'A65', 'A86', 'A101'])
/** Values depending on records outside the report, such as the percentage of a discount item, or on the moment. */
const dependsOnBooks =
  /\/(?:Balance|TotalBalance|BalanceInHomeCurrency|.*OnHand|.*OnOrder|.*OnSalesOrder|AverageCost|LinkedTxn|IsPaid|IsFullyInvoiced|IsManuallyClosed|CreditRemaining\w*|OpenAmount\w*|BalanceRemaining\w*|AppliedAmount|RatePercent|UnusedPayment\w*|UnusedCredits\w*|SpecialAccountType|OpenBalance\w*)(?:\/|$)/

const incomeAccount = 'Stand-in income'
const statuses = 'packages/emulator/src/requests/status-error.ts'
const redactor = createRedactor((text) => createHash('sha256').update(text).digest('hex'))

/** The differences, and the records that the emulator refused, with its reasons. */
export interface EmulatorComparison {
  readonly differences: readonly Difference[]
  readonly unseeded: readonly string[]
}

/** Compares a report's responses with those of an emulator that has the report's records. */
export async function compareEmulator(report: TruthReport): Promise<EmulatorComparison> {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date(report.at),
    random: () => 0.5,
    template: 'starter',
  })
  const differences: Difference[] = []
  for (const exchange of report.exchanges) {
    if (comparable.has(exchange.row)) differences.push(...(await compareStatuses(company, exchange)))
  }
  const seeded = await compareRecords(company, report)
  return { differences: unique([...differences, ...seeded.differences]), unseeded: seeded.unseeded }
}

async function compareStatuses(
  company: Company,
  { row, request, response, hresult }: ReportExchange,
): Promise<Difference[]> {
  const recorded = hresult ?? describeStatuses(parseMessageSetResponse(response ?? ''))
  const outcome = await company.exchange(request)
  const emulated =
    outcome.sent && !outcome.lost
      ? describeStatuses(parseMessageSetResponse(outcome.response))
      : describeFailure(outcome)
  if (recorded === emulated) return []
  const path = /<(?!QBXML)(\w+Rq)\b/.exec(request)?.[1] ?? 'message set'
  return [{ row, with: 'emulator', path, quickBooks: recorded, product: emulated, place: statuses }]
}

function describeFailure(outcome: object): string {
  const { error } = outcome as { error?: { hresult?: string } }
  return error?.hresult ?? 'no response'
}

/** Returns the statuses with their texts, in which names have lost everything but their shape. */
function describeStatuses(set: {
  readonly messageSetStatusCode?: number
  readonly responses: readonly QbxmlResponse[]
}): string {
  const responses = set.responses.map(
    ({ statusCode, statusMessage }) => `${statusCode} ${withoutIds(redactor.status(statusMessage))}`,
  )
  return [...(set.messageSetStatusCode === undefined ? [] : [`set ${set.messageSetStatusCode}`]), ...responses].join(
    '; ',
  )
}

function withoutIds(text: string): string {
  return text.replace(/[0-9A-Fa-f]{1,16}-\d{1,10}/g, 'ID')
}

async function compareRecords(company: Company, report: TruthReport): Promise<EmulatorComparison> {
  const ids = new Map<string, string>()
  const names = new Map<string, number>()
  const differences: Difference[] = []
  const unseeded: string[] = []
  const uniqueName = (name: string): string => {
    const count = (names.get(name) ?? 0) + 1
    names.set(name, count)
    return `${name.replaceAll(':', '.').slice(0, 24)} ${count}`
  }
  await add(
    company,
    branch('AccountAddRq', [branch('AccountAdd', [leaf('Name', incomeAccount), leaf('AccountType', 'Income')])]),
  )
  for (const { row, record } of listRecords(report)) {
    for (const { key, request } of listStandIns(record, ids, uniqueName, incomeAccount)) {
      const added = await add(company, request)
      const id = typeof added === 'string' ? undefined : getId(added)
      if (id !== undefined) ids.set(key, id)
    }
    const request = toAddRequest(record, ids, uniqueName)
    if (request === undefined) continue
    const added = await add(company, request)
    if (typeof added === 'string') {
      unseeded.push(`${record.name}: ${added}`)
      continue
    }
    const [id, emulatedId] = [getId(record), getId(added)]
    const name = childText(record, 'FullName') ?? childText(record, 'Name')
    if (id !== undefined && emulatedId !== undefined) ids.set(toReferenceKey(id, name), emulatedId)
    const emulated = new Set(listPaths(added, added.name))
    const asked = new Set(listPaths(toSent(request), record.name))
    for (const path of new Set(listPaths(record, record.name))) {
      // A value that could not be added, since its record is not in the report, cannot come back.
      if (emulated.has(path) || dependsOnBooks.test(path) || !isExpected(path, asked)) continue
      const place = `packages/emulator (${record.name.replace(/Ret$/, '')})`
      differences.push({ row, with: 'emulator', path, quickBooks: 'returns it', product: 'does not return it', place })
    }
  }
  return { differences, unseeded: unique(unseeded) }
}

/** Returns whether the emulator has everything that the value at the path needs. */
function isExpected(path: string, asked: ReadonlySet<string>): boolean {
  const reference = /^(.*Ref)\/(?:ListID|FullName)$/.exec(path)?.[1]
  return reference === undefined || asked.has(`${reference}/ListID`)
}

function toSent({ children: [wrapper] }: Element): Element {
  return wrapper ?? { name: '', text: '', children: [] }
}

async function add(company: Company, request: Element): Promise<Element | string> {
  const outcome = await company.exchange(serializeMessageSet({ onError: 'stopOnError', requests: [request] }))
  if (!outcome.sent || outcome.lost) return describeFailure(outcome)
  const [response] = parseMessageSetResponse(outcome.response).responses
  const [record] = response?.elements ?? []
  return record ?? `${response?.statusCode} ${response?.statusMessage}`
}

/** Lists the records of a report's queries once, in the order in which they were read. */
function listRecords({ exchanges }: TruthReport): readonly { readonly row: string; readonly record: Element }[] {
  const seen = new Set<string>()
  return exchanges.flatMap(({ row, response }) =>
    (response === undefined ? [] : parseMessageSetResponse(response).responses)
      .filter(({ name }) => name.endsWith('QueryRs'))
      .flatMap(({ elements }) => elements)
      .filter((record) => {
        const id = getId(record)
        if (id === undefined || record.children.length < 3 || seen.has(id)) return false
        seen.add(id)
        return true
      })
      .map((record) => ({ row, record })),
  )
}

function getId(record: Element): string | undefined {
  return childText(record, 'ListID') ?? childText(record, 'TxnID')
}

function listPaths(element: Element, path: string): string[] {
  return element.children.flatMap((child) => {
    const childPath = `${path}/${child.name.replace(/Add$/, 'Ret')}`
    return child.children.length > 0 ? listPaths(child, childPath) : child.text === '' ? [] : [childPath]
  })
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
