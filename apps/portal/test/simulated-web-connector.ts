import { memoryStorage, openCompany } from '@bridge/emulator'
import {
  addApplication,
  createHttpTransport,
  createWebConnector,
  simulateQuickBooks,
} from '@bridge/simulated-web-connector'

/** A QuickBooks Web Connector with a simulated company file, as it runs on a PC. */
export interface RunningWebConnector {
  stop(): Promise<void>
}

/** Adds a `.qwc` file to a Web Connector and runs it, with the password a person entered. */
export async function startWebConnector(qwcFile: string, password: string): Promise<RunningWebConnector> {
  const clock = () => new Date()
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const quickBooks = simulateQuickBooks({ company, companyFile: 'C:\\Books\\Rock Castle.QBW', clock })
  const application = await addApplication(qwcFile, quickBooks)
  const transport = createHttpTransport(application.url)
  const webConnector = createWebConnector({ application, password, quickBooks, transport })
  const running = webConnector.runScheduled()
  return {
    stop: async () => {
      webConnector.kill()
      await running
      transport.close()
    },
  }
}
