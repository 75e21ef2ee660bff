import { parentPort, workerData } from 'node:worker_threads'
import { FileInUseError } from '../files/file-lock.ts'
import type { CompanyCommand, CompanyEvent } from './company-messages.ts'
import { openCompanyFile } from './open-simulated.ts'

/** Serves the company file named by `workerData` to this thread's agent. Other errors than a file in use end the process. */
export async function serveCompany(): Promise<void> {
  const send = (event: CompanyEvent) => parentPort?.postMessage(event)
  try {
    const { desktop, close } = await openCompanyFile(String(workerData), () => new Date())
    parentPort?.on('message', async (command: CompanyCommand) => {
      if (command.kind === 'process') {
        const outcome = await desktop.process(command.messageSet, 'write')
        send({ kind: 'processed', outcome, state: desktop.state() })
      } else {
        await close()
        parentPort?.close()
      }
    })
    send({ kind: 'opened', state: desktop.state() })
  } catch (error) {
    if (!(error instanceof FileInUseError)) throw error
    send({ kind: 'in-use', message: error.message })
  }
}
