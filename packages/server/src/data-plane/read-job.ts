import type { ExchangeOutcome, RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import { runAtOnce } from '@bridge/qbxml'
import {
  type CompanyCalendar,
  type CompanyMemory,
  createCompanyMemory,
  departmentsFromClasses,
  type RememberedLists,
  registry,
} from '@bridge/translation'
import type { Desktop, DesktopResponse } from '../desktop/desktop.ts'
import { encodeText } from '../http/encoded-text.ts'
import type { QueryParameters } from '../http/query-parameters.ts'
import { type StoredOutcome, toStoredOutcome } from '../replay/stored-outcome.ts'
import type { Format } from './format.ts'
import { createInternalError } from './internal-error.ts'
import { type CompanyFile, openCompanyFile } from './operations/company-file.ts'
import { type IdListState, shareIdList } from './operations/id-list-state.ts'
import type { ItemTarget, Outcome } from './operations/operation.ts'
import { parseRoute } from './parse-route.ts'
import type { ParsedRequest } from './request.ts'
import { getPrintedFormat, printBody } from './response.ts'
import { type ReadServices, runRead } from './run-read.ts'
import type { SlotContext } from './slot-context.ts'

/** A request that only reads, as a worker gets it. */
export interface ReadJob {
  readonly realmId: RealmId
  readonly method: string
  readonly segments: readonly string[]
  readonly parameters: QueryParameters
  readonly body: string
  readonly bodyFormat: Format
  readonly hasDepartments: boolean
  /** The time of the request. */
  readonly now: Date
  /** The format of the response. */
  readonly format: Format
  readonly docsUrl: string
  readonly traceId: string
  readonly calendar: CompanyCalendar
  /** The list that the query's page shares with others, before the request. */
  readonly idList?: IdListState | undefined
  /** The lists of the company file that earlier calls read, before the request. */
  readonly lists: RememberedLists
}

/** A read that a worker asks for. */
export interface ReadExchange {
  readonly messageSet: string
  readonly responseBytesMax: number | undefined
}

/** The outcome of an exchange, and the time when it was known. */
export interface ReadReply {
  readonly outcome: ExchangeOutcome<DesktopResponse>
  readonly at: Date
}

/** The end of a request in a worker. */
export interface ReadResult {
  /** Has an encoded body. */
  readonly outcome: StoredOutcome
  readonly itemFailures: readonly (ItemTarget & { readonly fault: StoredOutcome })[]
  /** The printed plan of a query. */
  readonly plan: string | undefined
  /** The time in the body. */
  readonly time: Date
  readonly calendar: CompanyCalendar
  readonly idList?: IdListState | undefined
  readonly lists: RememberedLists
  /** The characters of all responses, after packed ones were inflated. */
  readonly charactersRead: number
  /** The stacks of unexpected errors, for the log. */
  readonly errors: readonly string[]
}

/**
 * Runs a request that only reads, and prints its body, so that no more than a text returns to the server's thread.
 *
 * @param exchange sends a message set and returns the reply
 */
export async function runReadJob(
  job: ReadJob,
  exchange: (request: ReadExchange) => Promise<ReadReply>,
): Promise<ReadResult> {
  const errors: string[] = []
  let time = job.now
  let { calendar } = job
  const toFault = (error: unknown): Fault => {
    if (error instanceof Fault) return error
    errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return createInternalError(job.traceId)
  }
  const desktop: Desktop = {
    async exchange(_realmId, messageSet, { responseBytesMax }) {
      const { outcome, at } = await exchange({ messageSet, responseBytesMax })
      time = at
      return outcome
    },
  }
  const services: ReadServices = {
    clock: () => job.now,
    calendars: {
      get: () => calendar,
      set: (_realmId, observed) => {
        calendar = observed
      },
    },
  }
  let charactersRead = 0
  const onRead = (characters: number) => {
    charactersRead = characters
  }
  const lists = shareIdList(job.idList)
  const memory = createCompanyMemory(job.lists)
  const outcome = await run(job, { services, desktop, toFault, onRead, idLists: lists.idLists, memory }).catch(toFault)
  const result = toResult(outcome, time, job.format)
  return { ...result, time, calendar, idList: lists.getKept(), lists: memory.getLists(), charactersRead, errors }
}

interface JobContext extends Pick<SlotContext, 'toFault'> {
  readonly services: ReadServices
  readonly desktop: Desktop
  readonly onRead: (characters: number) => void
  readonly idLists: NonNullable<CompanyFile['idLists']>
  readonly memory: CompanyMemory
}

async function run(
  job: ReadJob,
  { services, desktop, toFault, onRead, idLists, memory }: JobContext,
): Promise<Outcome> {
  const { realmId, now, docsUrl } = job
  const entities = job.hasDepartments ? departmentsFromClasses(registry) : registry
  const route = parseRoute({ ...job, entities, time: now })
  const request: ParsedRequest = runAtOnce(route.parse(job.body, job.bodyFormat))
  const company = openCompanyFile({ realmId, desktop, entities, now, idLists, onRead, memory })
  return runRead(services, { request, company, docsUrl, toFault })
}

function toResult(
  outcome: Outcome | Fault,
  time: Date,
  format: Format,
): Pick<ReadResult, 'outcome' | 'itemFailures' | 'plan'> {
  if (outcome instanceof Fault) return { outcome: toStoredOutcome(outcome), itemFailures: [], plan: undefined }
  const { itemFailures = [], printPlan, printedBody: _printedBody, ...rest } = outcome
  const encodedBody = encodeText(printBody(outcome, time, format))
  return {
    outcome: { ...rest, body: {}, encodedBody, printedFormat: getPrintedFormat(outcome, format) },
    itemFailures: itemFailures.map(({ fault, ...target }) => ({ ...target, fault: toStoredOutcome(fault) })),
    plan: printPlan?.(),
  }
}

/** Returns what moves to the server's thread with a result, instead of being copied. */
export function getMovedBuffers({ outcome }: ReadResult): readonly ArrayBuffer[] {
  const parts = 'encodedBody' in outcome ? outcome.encodedBody?.parts : undefined
  return parts?.map(({ buffer }) => buffer) ?? []
}
