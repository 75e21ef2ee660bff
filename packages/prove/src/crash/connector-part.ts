import { setTimeout as delay } from 'node:timers/promises'
import { toOwnerId } from '@bridge/database'
import { type CompanyStorage, openCompany } from '@bridge/emulator'
import {
  type Application,
  type CallMoment,
  createHttpTransport,
  createWebConnector,
  type ProcessorError,
  type QuickBooks,
  simulateQuickBooks,
  type Transport,
} from '@bridge/simulated-web-connector'
import type { CrashRealm } from './company.ts'
import { createKillSwitch } from './kill-switch.ts'
import type { World } from './parts.ts'

/** A realm's Web Connector, started again each time it is killed. */
export interface RunningConnector {
  /** Resolves when the service has responded to another `authenticate`. */
  polled(): Promise<void>
  /** Ends the Web Connector for good. */
  stop(): Promise<void>
}

type Options = Pick<World, 'isFatal'> & {
  readonly gatewayUrl: string
  readonly realm: CrashRealm
  readonly storage: CompanyStorage
  /** The machine's name. */
  readonly machine: string
}

const pollMs = 20
const ended: ProcessorError = { hresult: '0x800706BE', message: 'The remote procedure call failed.' }

function clock() {
  return new Date()
}

/** Starts a Web Connector polling a gateway and serving a company file. */
export function startConnector(options: Options): RunningConnector {
  const stopping = new AbortController()
  let waiting: (() => void)[] = []
  const onCall = ({ phase, operation }: CallMoment) => {
    if (phase !== 'after' || operation !== 'authenticate') return
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const running = (async () => {
    while (!stopping.signal.aborted) await runUntilKilled(options, onCall, stopping.signal)
  })()
  return {
    polled: () => new Promise((resolve) => waiting.push(resolve)),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Runs the program once, until it is killed or stopped. */
async function runUntilKilled(
  { isFatal, gatewayUrl, realm, storage, machine }: Options,
  onCall: (moment: CallMoment) => void,
  signal: AbortSignal,
): Promise<void> {
  const killSwitch = createKillSwitch(
    (point) => isFatal('connector', point),
    () => webConnector.kill(),
  )
  const company = openCompany({ storage, clock, random: Math.random })
  const companyFile = 'C:\\Books\\crash.qbw'
  const url = `${gatewayUrl}/connector`
  const transport = createHttpTransport(url)
  const webConnector = createWebConnector({
    application: createApplication(url, realm),
    password: realm.connector.password,
    quickBooks: failingQuickBooks(
      simulateQuickBooks({ company, companyFile, clock, machine }),
      isFatal,
      killSwitch.step,
    ),
    transport: failingTransport(transport, isFatal),
    pause: (_ms, each) => delay(pollMs, undefined, { signal: each }).catch(() => undefined),
    onCall: (moment) => {
      if (isFatal('connector', `${moment.phase} ${moment.operation}`)) killSwitch.kill()
      else onCall(moment)
    },
  })
  const stop = () => killSwitch.kill()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  // A program killed while QuickBooks worked waits for it without end, until disposed.
  const run = webConnector.runScheduled().catch((error: unknown) => {
    if (!killSwitch.isKilled) throw error
  })
  await Promise.race([killSwitch.killed, run])
  killSwitch.dispose()
  await run
  signal.removeEventListener('abort', stop)
  transport.close()
}

function createApplication(url: string, { realmId, connector }: CrashRealm): Application {
  return {
    name: `Bridge Service ${realmId}`,
    url,
    supportUrl: url,
    userName: connector.userName,
    ownerId: toGuid(toOwnerId(realmId)),
    fileId: toGuid(connector.fileId),
    style: 'Document',
    runEverySeconds: 15,
  }
}

function toGuid(uuid: string): string {
  return `{${uuid.toUpperCase()}}`
}

/** Fails a message set before or after QuickBooks has executed it, or kills the program there. */
function failingQuickBooks(
  quickBooks: Pick<QuickBooks, 'beginSession'>,
  isFatal: World['isFatal'],
  step: ReturnType<typeof createKillSwitch>['step'],
): Pick<QuickBooks, 'beginSession'> {
  return {
    beginSession: async (application, path) => {
      const session = await quickBooks.beginSession(application, path)
      if ('hresult' in session) return session
      const process = async (messageSet: string) => {
        if (isFatal('quickbooks', 'before execute')) return ended
        const result = await step('execute', () => session.process(messageSet))
        return isFatal('quickbooks', 'after execute') ? ended : result
      }
      return { ...session, process }
    },
  }
}

/** Loses requests and responses. */
function failingTransport(transport: Transport, isFatal: World['isFatal']): Transport {
  const lose = (): never => {
    throw new Error('The connection was lost.')
  }
  return {
    post: async (call) => {
      if (isFatal('connection', `before ${call.operation}`)) lose()
      const response = await transport.post(call)
      return isFatal('connection', `after ${call.operation}`) ? lose() : response
    },
  }
}
