import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileStorage } from '@bridge/edge-agent/simulated/file-storage'
import { openCompany } from '@bridge/emulator'
import {
  addApplication,
  createHttpTransport,
  createWebConnector,
  parseQwcFile,
  QwcFileError,
  simulateQuickBooks,
  type UpdateResult,
} from '@bridge/simulated-web-connector'
import { CommandError } from '../terminal/command-error.ts'
import { stopSignal } from '../terminal/stop-signal.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: {
    simulate: { type: 'boolean', default: false },
    password: { type: 'string' },
    once: { type: 'boolean', default: false },
  },
  run: ({ simulate, password, once }, [file]) => connector({ file, simulate, password, once, signal: stopSignal() }),
})

interface ConnectorCommand {
  /** The `.qwc` file's path. */
  readonly file: string | undefined
  readonly password: string | undefined
  readonly simulate: boolean
  /** Ends after the first update. */
  readonly once: boolean
  readonly signal: AbortSignal
}

const usage =
  'Usage: npm run connector -- FILE.qwc --simulate --password PASSWORD [--once]\n' +
  'Runs a simulated Web Connector with the file; its company file is FILE.jsonl, created with sample books when missing.'

/**
 * `npm run connector`: runs a simulated Web Connector until the signal aborts, with an emulated company file next to its
 * `.qwc` file. Returns the exit code.
 */
export async function connector(
  { file, password, simulate, once, signal }: ConnectorCommand,
  print = (line: string): void => void process.stdout.write(`${line}\n`),
): Promise<number> {
  if (file === undefined || password === undefined || !simulate) throw new CommandError(usage)
  const { name } = path.parse(file)
  const books = path.join(path.dirname(file), `${name}.jsonl`)
  const isAdded = existsSync(books)
  const text = await readQwcFile(file)
  const storage = await fileStorage(books)
  const clock = (): Date => new Date()
  let transport: ReturnType<typeof createHttpTransport> | undefined
  try {
    const company = openCompany({ storage, clock, random: Math.random, template: 'starter' })
    const quickBooks = simulateQuickBooks({ company, companyFile: `${companyFolder}\\${name}.QBW`, clock })
    const application = isAdded ? parseQwcFile(text) : await addApplication(text, quickBooks)
    transport = createHttpTransport(application.url)
    const webConnector = createWebConnector({
      application,
      password,
      quickBooks,
      transport,
    })
    signal.addEventListener('abort', webConnector.kill, { once: true })
    print(`✓ Added ${application.name}, which calls ${application.url}`)
    let last: UpdateResult | undefined
    await webConnector.runScheduled((result) => {
      last = result
      print(formatResult(clock(), result))
      if (once) webConnector.kill()
    })
    return last?.code === undefined ? 0 : 1
  } catch (error) {
    throw error instanceof QwcFileError ? new CommandError(error.message) : error
  } finally {
    transport?.close()
    await storage.close()
  }
}

const companyFolder = 'C:\\Users\\Public\\Documents\\Intuit\\QuickBooks\\Company Files'

async function readQwcFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function formatResult(time: Date, { end, code, status, calls, messageSets }: UpdateResult): string {
  const result = code === undefined ? end : `${end} (${code})`
  return `${time.toISOString()} ${result}: ${status} [${calls.length} calls, ${messageSets} message sets]`
}
