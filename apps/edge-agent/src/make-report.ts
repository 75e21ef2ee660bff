import { readFile } from 'node:fs/promises'
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
    logLines: await readLogEnd(folder.logs),
  })
}

/** Returns the state's name, the second line of the status file. The first one may contain a name. */
async function readState(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return /^[a-z-]{1,40}$/.exec(text.split('\n')[1] ?? '')?.[0] ?? 'not running'
}
