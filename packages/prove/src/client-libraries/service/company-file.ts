import { setTimeout as delay } from 'node:timers/promises'
import { type Company, memoryStorage, openCompany, type Template } from '@bridge/emulator'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import {
  type Application,
  addApplication,
  createHttpTransport,
  createWebConnector,
  type QuickBooks,
  simulateQuickBooks,
} from '@bridge/simulated-web-connector'

/** An emulated company file, and the program serving it. */
export interface ServedCompanyFile {
  /** Resolves when the program has reached the service. */
  connected(): Promise<void>
  /** Gives QuickBooks these problems. */
  setProblems(problems: Required<DesktopProblems>): Promise<void>
  stop(): Promise<void>
}

/** QuickBooks problems possible on every realm kind. */
export interface DesktopProblems {
  readonly applicationClosed?: boolean
  readonly companyFileClosed?: boolean
  readonly dialogOpen?: boolean
  /** How many responses to the service are lost after QuickBooks has executed their requests. */
  readonly lostAnswers?: number
}

/** The pause between two Web Connector updates. Its `.qwc` file says 15 s, too long for the tests. */
const pollMs = 100

function clock() {
  return new Date()
}

/** Serves a new company file by an agent, which is connected then. */
export async function serveByAgent(
  url: string,
  token: string,
  template: Template,
): Promise<Omit<ServedCompanyFile, 'connected'>> {
  const { agent, company } = await startSimulatedAgent({ url, token, template, wait: async () => undefined })
  return {
    setProblems: async (problems) => void Object.assign(company.switches, problems),
    stop: () => agent.stop(),
  }
}

/** Serves a new company file by a Web Connector, to which a `.qwc` file is added. */
export async function serveByConnector(
  qwcFile: string,
  password: string,
  template: Template,
): Promise<ServedCompanyFile> {
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template })
  const companyFile = 'C:\\Users\\Public\\Documents\\libraries.qbw'
  const quickBooks = loseResponses(simulateQuickBooks({ company, companyFile, clock }), company)
  const application = await addApplication(qwcFile, quickBooks)
  const transport = createHttpTransport(application.url)
  const webConnector = createWebConnector({
    application,
    password,
    quickBooks,
    transport,
    pause: (_ms, signal) => delay(pollMs, undefined, { signal }).catch(() => undefined),
  })
  let waiting: (() => void)[] = []
  const running = webConnector.runScheduled(({ end }) => {
    if (end !== 'no-work') return
    for (const resolve of waiting) resolve()
    waiting = []
  })
  const idle = () => new Promise<void>((resolve) => waiting.push(resolve))
  return {
    connected: idle,
    // A problem beginning within a QuickBooks session is a different one: its request's outcome is unknown.
    setProblems: async ({ lostAnswers, ...problems }) => {
      await idle()
      Object.assign(company.switches, problems)
      quickBooks.lostAnswers = lostAnswers
    },
    stop: async () => {
      webConnector.kill()
      await running
      transport.close()
    },
  }
}

/** Loses responses to the service's requests, and none to the Web Connector's own requests. */
function loseResponses(quickBooks: QuickBooks, { switches }: Company): QuickBooks & { lostAnswers: number } {
  const losing = {
    lostAnswers: 0,
    addApplication: quickBooks.addApplication,
    beginSession: async (application: Application, path: string) => {
      const session = await quickBooks.beginSession(application, path)
      if ('hresult' in session) return session
      const process = async (messageSet: string) => {
        switches.lostAnswers = losing.lostAnswers
        const result = await session.process(messageSet)
        losing.lostAnswers = switches.lostAnswers
        switches.lostAnswers = 0
        return result
      }
      return { ...session, process }
    },
  }
  return losing
}
