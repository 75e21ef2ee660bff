import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { parseRealmId } from '@bridge/agent-protocol'
import type { ReportRow, TruthReport } from '@bridge/truth'
import { CommandError } from './command-error.ts'
import { agentVersion } from './command-line.ts'
import type { ComHost } from './quickbooks/com-host.ts'
import type { Bits } from './quickbooks/com-hosts.ts'
import type { AgentFolder } from './settings/agent-folder.ts'
import { type AgentSettings, findApplicationName } from './settings/agent-settings.ts'
import { runVerify } from './verify/run-verify.ts'
import { type ReportReceiver, sendReport } from './verify/send-report.ts'
import { getVerifyWorld } from './verify/verify-world.ts'

interface VerifyContext {
  readonly folder: AgentFolder
  readonly settings: AgentSettings
  readonly startHost: (bits: Bits) => ComHost
  /** Finds where a report can be sent; nothing without a pairing. */
  readonly findReceiver: () => Promise<ReportReceiver | undefined>
  readonly clock: () => Date
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const marks: Record<ReportRow['outcome'], string> = {
  proved: 'ok     ',
  refuted: 'DIFFERS',
  noted: 'noted  ',
  skipped: 'skipped',
}

/** The way back to usual work after the steps. */
const afterSteps =
  '\nNow close QuickBooks and open it as usual, not as administrator. If you ticked “Keep QuickBooks running for quick startups”, untick it.'

/** Runs `edge-agent verify`: checks QuickBooks and says where the report is. */
export async function verifyQuickBooks(args: readonly string[], context: VerifyContext): Promise<void> {
  const { sample, writes, first } = readOptions(args)
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  const write = (line: string): void => void process.stdout.write(`${line}\n`)
  const [pinned] = Object.entries(context.settings.companyFiles)
  const realmId = pinned && parseRealmId(pinned[0])
  if (pinned === undefined && !sample) {
    throw new CommandError(
      'The agent has served no company file yet. Pair it, or check the sample company with --sample.',
    )
  }
  try {
    const report = await runVerify({
      ...context,
      ...getVerifyWorld(),
      agentVersion,
      applicationName: realmId === undefined ? 'Bridge Service' : findApplicationName(context.settings, realmId),
      companyFile: sample ? undefined : pinned?.[1],
      isSample: sample,
      writes,
      onlyFirst: first,
      guide:
        terminal &&
        (async (sentence) =>
          (await terminal.question(`\n${sentence}\nPress Enter when it is done, or type s to skip: `)).trim() === 's'
            ? 'skip'
            : 'done'),
      onRow: ({ id, outcome, found }, belief) => {
        if (found !== 'by hand') write(`${marks[outcome]}  ${id}  ${belief}: ${found}`)
      },
    })
    if (terminal !== undefined && !first) write(afterSteps)
    const file = await storeReport(context.folder, report)
    write(`\n${describeReport(report)}\nThe report is in ${file}. Open it to see what it contains.`)
    const receiver = terminal === undefined || sample ? undefined : await context.findReceiver()
    if (terminal === undefined || receiver === undefined) write('Attach it to an email to your support.')
    else await offerReport(report, receiver, { ask: (question) => terminal.question(question), write })
    if (report.rows.some(({ outcome }) => outcome === 'refuted')) process.exitCode = 1
  } finally {
    terminal?.close()
  }
}

function readOptions(args: readonly string[]) {
  try {
    const options = { sample: { type: 'boolean' }, writes: { type: 'boolean' }, first: { type: 'boolean' } } as const
    const { sample = false, writes = false, first = false } = parseArgs({ args: [...args], options }).values
    return { sample, writes, first }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)} See --help.`)
  }
}

async function storeReport({ path }: AgentFolder, report: TruthReport): Promise<string> {
  const folder = join(path, 'checks')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `check-${report.at.replace(/[:.]/g, '-')}.json`)
  await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 })
  return file
}

/** Counts what the checks found, in a sentence. */
export function describeReport({ rows, file }: TruthReport): string {
  const count = (outcome: ReportRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length
  const texts =
    file === 'sample'
      ? 'It has the texts of the sample company.'
      : 'It has no names, amounts or other texts from the company file.'
  return `${count('proved')} as expected, ${count('refuted')} different, ${count('noted')} noted, ${count('skipped')} skipped. ${texts}`
}

interface Person {
  readonly ask: (question: string) => Promise<string>
  readonly write: (line: string) => void
}

/** Sends a report if the person, who has seen its file, says so. */
export async function offerReport(
  report: TruthReport,
  receiver: ReportReceiver,
  { ask, write }: Person,
): Promise<boolean> {
  const { origin } = new URL(receiver.url.replace(/^ws/, 'http'))
  const answer = await ask(`Send it to ${origin}? Type y to send, or press Enter to keep it here: `)
  if (answer.trim().toLowerCase() !== 'y') {
    write('Nothing was sent.')
    return false
  }
  await sendReport(receiver, report)
  write('The report was sent.')
  return true
}
