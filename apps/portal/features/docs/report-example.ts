import { memoryStorage, openCompany } from '@bridge/emulator'
import { parseMessageSetResponse, runAtOnce, serializeMessageSet } from '@bridge/qbxml'
import {
  type CompanyCalendar,
  parseReport,
  planReport,
  type Report,
  type ReportRow,
  type ReportRows,
} from '@bridge/translation'

const now = new Date('2026-03-31T12:00:00Z')
const calendar: CompanyCalendar = { utcOffsetMinutes: 0, firstFiscalMonth: 1 }
const maxRowsShown = 2

const company = openCompany({ storage: memoryStorage(), clock: () => now, random: () => 0.5, template: 'sample' })

/** Runs a report in the sample company. Keeps each section's first row and its last. */
export async function runExampleReport(name: string): Promise<Report> {
  const report = await runReport(name)
  return { ...report, Rows: shortenRows(report.Rows) }
}

async function runReport(name: string): Promise<Report> {
  const request = parseReport(name, new Map())
  let known = calendar
  for (;;) {
    const run = planReport(request, known, now)
    const exchanged = await company.exchange(
      serializeMessageSet({ requests: run.requests, onError: 'continueOnError' }),
    )
    if (!exchanged.sent || exchanged.lost) throw new Error(`The sample company has no response to ${name}.`)
    const result = runAtOnce(run.finish(parseMessageSetResponse(exchanged.response).responses))
    if ('body' in result) return result.body
    known = result.calendar
  }
}

/** Keeps every section's first row and its last. */
function shortenRows({ Row: rows }: ReportRows): ReportRows {
  if (rows === undefined) return {}
  const shown = rows.length <= maxRowsShown ? rows : [...rows.slice(0, maxRowsShown - 1), ...rows.slice(-1)]
  return { Row: shown.map(shortenRow) }
}

function shortenRow(row: ReportRow): ReportRow {
  return 'Rows' in row && row.Rows !== undefined ? { ...row, Rows: shortenRows(row.Rows) } : row
}
