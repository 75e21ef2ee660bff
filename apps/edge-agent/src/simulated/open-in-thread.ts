import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { openFileResponseLog } from '../file-response-log.ts'
import { FileInUseError } from '../files/file-lock.ts'
import type { ServedDesktop } from '../served-desktop.ts'
import type { CompanyCommand, CompanyEvent, CompanyThread } from './company-messages.ts'

/**
 * Opens a simulated company file in a thread, and creates it with sample books if it is missing.
 *
 * @param program the program that calls `serveCompany` in its threads
 * @throws {FileInUseError} while another process has the file open
 */
export async function openInThread(program: string, file: string): Promise<ServedDesktop> {
  // Not the thread's own port, to which Node's watch mode sends messages, too.
  const { port1: port, port2 } = new MessageChannel()
  const workerData: CompanyThread = { file, port: port2 }
  const thread = new Worker(program, { workerData, transferList: [port2] })
  const [opened]: CompanyEvent[] = await Promise.race([once(port, 'message'), once(thread, 'exit')])
  if (opened?.kind !== 'opened') throw new FileInUseError(opened?.kind === 'in-use' ? opened.message : file)
  let { state } = opened
  let respond: (outcome: ExchangeOutcome) => void = () => undefined
  port.on('message', (event: CompanyEvent) => {
    if (event.kind !== 'processed') return
    state = event.state
    respond(event.outcome)
  })
  const send = (command: CompanyCommand) => port.postMessage(command)
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
