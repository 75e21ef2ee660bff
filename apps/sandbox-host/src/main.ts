// Without an argument, supervises the host's processes; with a number, is one.
import { fileURLToPath } from 'node:url'
import { allocateYoung } from '@bridge/platform/allocate-young'
import { stopOnSignal } from '@bridge/platform/stop-on-signal'
import { pino } from 'pino'
import { readEnv } from './env.ts'
import { maxDrainMs } from './host.ts'
import { runHost } from './run-host.ts'
import { Supervisor } from './supervisor.ts'

/** The heap per process. A company file with 10,000 records takes up to 300 MiB. */
const heapMiB = 768

allocateYoung()
const [index] = process.argv.slice(2)
start().catch(refuseStart)

async function start(): Promise<void> {
  const env = readEnv()
  const logger = pino({ level: env.LOG_LEVEL, name: 'sandbox-host' })
  if (index !== undefined) {
    await runHost({ env, index: Number(index), logger, refuseStart })
    return
  }
  const supervisor = new Supervisor({
    program: fileURLToPath(import.meta.url),
    count: env.PROCESSES,
    heapMiB,
    logger,
    // The process has said what to do.
    onRefused: (code) => process.exit(code),
  })
  stopOnSignal({ close: () => supervisor.stop(), maxStopMs: maxDrainMs + 7_000, logger })
}

/** Ends the process with one line saying what to do. */
function refuseStart(error: unknown): never {
  const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`sandbox-host: ${isPortInUse ? `${message}. Set PORT to a free port.` : message}\n`)
  process.exit(1)
}
