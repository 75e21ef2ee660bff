import { readFile, stat } from 'node:fs/promises'
import { win32 } from 'node:path'
import { agentVersion } from './command-line.ts'
import { createReport } from './create-report.ts'
import { type DoctorOptions, type Finding, runDoctor } from './doctor.ts'
import type { ComHost } from './quickbooks/com-host.ts'
import { readLogEnd } from './report/read-log-end.ts'
import type { AgentFolder } from './settings/agent-folder.ts'
import { describeSystem } from './verify/verify-world.ts'

interface ReportOptions extends DoctorOptions {
  readonly folder: AgentFolder
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How long QuickBooks may take for a report's checks. */
const checksMaxMs = 20_000

/** Checks the installation as the doctor does, and returns the report. It takes at most half a minute. */
export async function makeReport({ folder, wait, ...doctor }: ReportOptions): Promise<string> {
  const hosts: ComHost[] = []
  const startHost: DoctorOptions['startHost'] = (bits) => {
    const host = doctor.startHost(bits)
    hosts.push(host)
    return host
  }
  const finished = new AbortController()
  void wait(checksMaxMs, finished.signal).then(() => {
    // The checks waiting for QuickBooks fail then, and the others go into the report.
    if (!finished.signal.aborted) for (const host of hosts) host.kill()
  })
  const findings: Finding[] = []
  try {
    for await (const finding of runDoctor({ ...doctor, startHost })) findings.push(finding)
  } finally {
    finished.abort()
  }
  return createReport({
    at: doctor.clock(),
    agentVersion,
    system: describeSystem(),
    settings: doctor.settings,
    state: await readState(folder.status),
    findings,
    quickBooksLogs: await Promise.all(logsOfQuickBooks.map(describeLog)),
    logLines: await readLogEnd(folder.logs),
  })
}

/** What QuickBooks and the Web Connector write about their programs. */
const logsOfQuickBooks = [
  'C:\\ProgramData\\Intuit\\QuickBooks\\qbsdklog.txt',
  'C:\\ProgramData\\Intuit\\QBWebConnector\\log\\QWCLog.txt',
] as const

/** Names a log for the support, who may ask for it; its lines have names from the company file. */
async function describeLog(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  const name = win32.basename(path)
  if (found === undefined) return `${name}: not found`
  return `${name}: ${Math.ceil(found.size / 1024)} KiB, last written ${found.mtime.toISOString()}`
}

/** Returns the state's name, the second line of the status file. The first one may contain a name. */
async function readState(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return /^[a-z-]{1,40}$/.exec(text.split('\n')[1] ?? '')?.[0] ?? 'not running'
}
