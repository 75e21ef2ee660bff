import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { openFileResponseLog } from '../file-response-log.ts'
import { FileInUseError } from '../files/file-lock.ts'
import type { ServedDesktop } from '../served-desktop.ts'
import type { CompanyCommand, CompanyEvent } from './company-messages.ts'

/**
 * Opens a simulated company file in a thread, and creates it with sample books if it is missing.
 *
 * @param program the program that calls `serveCompany` in its threads
 * @throws {FileInUseError} while another process has the file open
 */
export async function openInThread(program: string, file: string): Promise<ServedDesktop> {
  const thread = new Worker(program, { workerData: file })
  const [opened]: CompanyEvent[] = await once(thread, 'message')
  if (opened?.kind !== 'opened') throw new FileInUseError(opened?.kind === 'in-use' ? opened.message : file)
  let { state } = opened
  let respond: (outcome: ExchangeOutcome) => void = () => undefined
  thread.on('message', (event: CompanyEvent) => {
    if (event.kind !== 'processed') return
    state = event.state
    respond(event.outcome)
  })
  const send = (command: CompanyCommand) => thread.postMessage(command)
  return {
    desktop: {
      state: () => state,
      process: (messageSet) =>
        new Promise((resolve) => {
          respond = resolve
          send({ kind: 'process', messageSet })
        }),
    },
    responses: await openFileResponseLog(file),
    async close() {
      const ended = once(thread, 'exit')
      send({ kind: 'close' })
      await ended
    },
  }
}
