import { workerData } from 'node:worker_threads'
import { FileInUseError } from '../files/file-lock.ts'
import type { CompanyCommand, CompanyEvent, CompanyThread } from './company-messages.ts'
import { openCompanyFile } from './open-simulated.ts'

/** Serves a company file to this thread's agent. Other errors than a file in use end the process. */
export async function serveCompany(): Promise<void> {
  const { file, port } = workerData as CompanyThread
  const send = (event: CompanyEvent) => port.postMessage(event)
  try {
    const { desktop, close } = await openCompanyFile(file, () => new Date())
    port.on('message', async (command: CompanyCommand) => {
      if (command.kind === 'process') {
        const outcome = await desktop.process(command.messageSet, 'write')
        send({ kind: 'processed', outcome, state: desktop.state() })
      } else {
        await close()
        port.close()
      }
    })
    send({ kind: 'opened', state: desktop.state() })
  } catch (error) {
    if (!(error instanceof FileInUseError)) throw error
    send({ kind: 'in-use', message: error.message })
  }
}
