import { type Finding, formatFinding } from './doctor.ts'
import { redactLogLine } from './report/redact-log-line.ts'
import type { AgentSettings } from './settings/agent-settings.ts'

/** A report's contents. */
export interface ReportFacts {
  readonly at: Date
  readonly agentVersion: string
  /** The Node.js version, and the operating system's name, version and architecture. */
  readonly system: string
  readonly settings: AgentSettings
  /** The agent's state by name, or `not running`. */
  readonly state: string
  readonly findings: readonly Finding[]
  /** Which logs QuickBooks and the Web Connector have written, one a line. */
  readonly quickBooksLogs: readonly string[]
  /** The agent log's last lines, from old to new. */
  readonly logLines: readonly string[]
}

/** How the service's credentials look: API keys, tokens and secrets have a prefix and 36 characters. */
const secret = /\b[a-z]{2,8}_[A-Za-z0-9]{16,}\b|\b(?:Bearer|Basic) +\S+/g

/**
 * Prints a report for the support: versions, settings, findings and the log's end. It has neither credentials nor
 * names, paths or texts from QuickBooks.
 */
export function createReport({
  at,
  agentVersion,
  system,
  settings,
  state,
  findings,
  quickBooksLogs,
  logLines,
}: ReportFacts): string {
  const { url, opensQuickBooks, companyFiles, quietHours, pause } = settings
  const quiet =
    quietHours && `${quietHours.from}-${quietHours.to} ${quietHours.days.join(',')} ${quietHours.timeZone ?? ''}`
  const lines = logLines.map(redactLogLine).filter((line) => line !== undefined)
  const text = [
    'Report of the Bridge Service agent',
    '',
    `Time: ${at.toISOString()} (${new Intl.DateTimeFormat().resolvedOptions().timeZone})`,
    `Agent: ${agentVersion}`,
    `System: ${system}`,
    `Service: ${url === undefined ? 'none' : new URL(url).origin}`,
    `State: ${state}`,
    `Realms: ${Object.keys(companyFiles).join(', ') || 'none'}`,
    `Opens QuickBooks: ${opensQuickBooks ? 'yes' : 'no'}`,
    `Pause: ${pause === undefined ? 'none' : (pause.until ?? 'until resumed')}`,
    `Quiet hours: ${quiet?.trim() ?? 'none'}`,
    '',
    ...findings.map(formatFinding),
    '',
    'Logs of QuickBooks and its Web Connector, in ProgramData, under Intuit:',
    ...quickBooksLogs,
    '',
    lines.length === 0 ? 'The log is empty.' : 'Log:',
    ...lines,
    '',
  ].join('\n')
  return text.replace(secret, '[removed]')
}
