import { stopOnSignal } from '@bridge/platform/stop-on-signal'
import type { AgentProgram, ProgramEnd } from './keep-updated.ts'

type StopOptions = Parameters<typeof stopOnSignal>[0]

interface RunOptions extends Pick<StopOptions, 'close' | 'logger' | 'process'> {
  readonly program: AgentProgram
  /** How long the end may take after a signal, in milliseconds; 35 s by default. */
  readonly maxStopMs?: number
}

/**
 * Waits until the program ends on its own or a signal stops it, and closes what it used. After a signal, the process
 * exits even if QuickBooks keeps something open.
 */
export async function runToEnd({ program, close, maxStopMs = 35_000, ...world }: RunOptions): Promise<ProgramEnd> {
  const finish = async () => {
    const end = await program.ended
    await close()
    return end
  }
  const finished = finish()
  const stop = async () => {
    await program.stop()
    await finished
  }
  stopOnSignal({ ...world, close: stop, maxStopMs })
  return finished
}
