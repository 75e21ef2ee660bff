import { maxResponseBytes, type RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Sliced } from '@bridge/qbxml'
import {
  type CompanyCalendar,
  type FinishedReport,
  planReport,
  type ReportRequest,
  serializeReport,
  toNumericId,
} from '@bridge/translation'
import type { CompanyFile } from '../operations/company-file.ts'
import { useReads } from '../operations/exchange.ts'
import type { Outcome } from '../operations/operation.ts'
import { requireCaller } from '../operations/require-caller.ts'

/** Remembers company files' calendars. */
export interface CompanyCalendars {
  /** Returns the calendar shown by the realm's last report; by default UTC, and fiscal years from January. */
  get(realmId: RealmId): CompanyCalendar
  set(realmId: RealmId, calendar: CompanyCalendar): void
}

interface ReportContext extends Pick<Dependencies, 'clock'> {
  readonly company: CompanyFile
  readonly calendars: CompanyCalendars
}

const maxRemembered = 10_000
const defaultCalendar: CompanyCalendar = { utcOffsetMinutes: 0, firstFiscalMonth: 1 }
/** The response to the first attempt shows the calendar; a second change is one at midnight. */
const maxAttempts = 3

/** Creates an empty calendar memory, which forgets the realm set first when it is full. */
export function createCompanyCalendars(): CompanyCalendars {
  const calendars = new Map<RealmId, CompanyCalendar>()
  return {
    get: (realmId) => calendars.get(realmId) ?? defaultCalendar,
    set(realmId, calendar) {
      calendars.delete(realmId)
      calendars.set(realmId, calendar)
      const [first] = calendars.keys()
      if (first !== undefined && calendars.size > maxRemembered) calendars.delete(first)
    },
  }
}

/**
 * Runs a report. Takes one exchange; a second one if the period depends on the company's day or fiscal year, and the
 * response shows others than the realm's last report.
 */
export async function runReport(
  { company, calendars, clock }: ReportContext,
  request: ReportRequest,
): Promise<Outcome> {
  const formatId = company.ids === 'numeric' ? toNumericId : undefined
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    requireCaller(company)
    const run = planReport(request, calendars.get(company.realmId), clock(), formatId)
    const result = await useReads(company, run.requests, (responses) => serialize(run.finish(responses)), {
      responseBytesMax: maxResponseBytes.report,
    })
    calendars.set(company.realmId, result.calendar)
    if ('serializedBody' in result)
      return { body: {}, warnings: result.warnings, serializedBody: result.serializedBody }
  }
  throw new Fault('500', 'The day of the company file changed while the report was read. Send the request again.')
}

/** A report as JSON, since its rows take several times as much memory. */
type SerializedReport = Omit<FinishedReport, 'body'> & { readonly serializedBody: readonly string[] }
type Calendar = Pick<FinishedReport, 'calendar'>

function* serialize(reading: Sliced<FinishedReport | Calendar>): Sliced<SerializedReport | Calendar> {
  const result = yield* reading
  if (!('body' in result)) return result
  const { body, ...rest } = result
  const serializedBody: string[] = []
  for (const part of serializeReport(body)) {
    serializedBody.push(part)
    yield
  }
  return { ...rest, serializedBody }
}
