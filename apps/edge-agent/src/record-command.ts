import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'
import { endRecording } from './recording/end-recording.ts'
import { openRecordingFile } from './recording/recording-file.ts'
import type { AgentFolder } from './settings/agent-folder.ts'
import { type AgentSettings, changeAgentSettings, readAgentSettings } from './settings/agent-settings.ts'
import type { ReportReceiver } from './verify/send-report.ts'
import { offerReport } from './verify-command.ts'

interface RecordContext {
  readonly folder: AgentFolder
  /** Finds where a recording can be sent; nothing without a pairing. */
  readonly findReceiver: () => Promise<ReportReceiver | undefined>
  readonly clock: () => Date
  readonly write: (line: string) => void
  /** Asks the person at the PC; missing without one. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
}

const defaultHours = 8
const maxHours = 24

/** Runs `edge-agent record`: begins or ends a recording of the running agent, or sends it. @throws {CommandError} */
export async function recordTraffic(args: readonly string[], context: RecordContext): Promise<void> {
  const { hours, stop, send } = readOptions(args)
  if (send) return sendRecording(context)
  const { folder, clock, write } = context
  const settings = await readAgentSettings(folder.settings)
  if (stop) {
    if (settings.recording === undefined) throw new CommandError('No recording is running.')
    await changeAgentSettings(folder.settings, (stored) => endRecording(stored, clock()))
    write('The recording ends within seconds. To look at it and send it, use edge-agent record --send.')
    return
  }
  requireConsent(settings)
  if (settings.recording !== undefined) {
    throw new CommandError(`A recording is running until ${settings.recording.until}. End it with --stop.`)
  }
  const earlier = openRecordingFile(folder)
  if ((await earlier.read()) !== undefined) {
    throw new CommandError(`The last recording is in ${earlier.path}. Send it with --send, or delete it.`)
  }
  const until = new Date(clock().getTime() + hours * 3_600_000)
  await storeEnd(folder, until)
  write(
    `The agent records what it and QuickBooks exchange until ${until.toISOString()}, without names, amounts or texts. ` +
      '--stop ends it earlier. To look at it and send it, use edge-agent record --send.',
  )
}

function requireConsent({ allowsRecording }: AgentSettings): void {
  if (allowsRecording === true) return
  throw new CommandError(
    'The company file does not allow recordings. An admin turns on “Allow recordings” in its settings in the portal; the agent learns of it within a minute while it is connected.',
  )
}

function storeEnd({ settings }: AgentFolder, until: Date): Promise<void> {
  return changeAgentSettings(settings, (stored) => ({ ...stored, recording: { until: until.toISOString() } }))
}

async function sendRecording({ folder, findReceiver, write, ask }: RecordContext): Promise<void> {
  const file = openRecordingFile(folder)
  const { recording } = await readAgentSettings(folder.settings)
  if (recording !== undefined) throw new CommandError(`The recording is not finished: it ends at ${recording.until}.`)
  const report = await file.read()
  if (report === undefined) throw new CommandError('There is no finished recording.')
  write(`${report.exchanges.length} exchanges are in ${file.path}. Open it to see what it contains.`)
  const receiver = await findReceiver()
  if (ask === undefined || receiver === undefined) {
    write('Run this command in a console of the paired PC to send it.')
    return
  }
  if (await offerReport(report, receiver, { ask, write })) await file.remove()
}

function readOptions(args: readonly string[]): {
  readonly hours: number
  readonly stop: boolean
  readonly send: boolean
} {
  const options = { hours: { type: 'string' }, stop: { type: 'boolean' }, send: { type: 'boolean' } } as const
  try {
    const { hours = String(defaultHours), stop = false, send = false } = parseArgs({ args: [...args], options }).values
    if (!/^\d{1,2}$/.test(hours) || Number(hours) < 1 || Number(hours) > maxHours)
      throw new Error(`Pass --hours with a number from 1 to ${maxHours}.`)
    return { hours: Number(hours), stop, send }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)} See --help.`)
  }
}

/** Runs the command for the person at this console. */
export async function recordAtConsole(
  args: readonly string[],
  context: Omit<RecordContext, 'write' | 'ask'>,
): Promise<void> {
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  const ask = terminal && ((question: string) => terminal.question(question))
  try {
    await recordTraffic(args, { ...context, ask, write: (line) => void process.stdout.write(`${line}\n`) })
  } finally {
    terminal?.close()
  }
}
