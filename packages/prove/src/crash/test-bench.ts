import { setTimeout as delay } from 'node:timers/promises'
import type { ChangeFeed, Database } from '@bridge/database'
import { trialBalance } from '@bridge/emulator'
import { CompanyFiles } from '@bridge/sandbox'
import type { Desktop } from '@bridge/server'
import { type Backup, backUp } from './backup.ts'
import type { Baseline } from './baseline.ts'
import { type CrashCompany, type CrashRealm, createCompany } from './company.ts'
import type { DesktopSource } from './desktop-source.ts'
import { type RunningServer, startGateway, startSandboxHost, startServer, type World } from './parts.ts'
import { type Kill, type Presence, printSchedule, type Schedule } from './schedule.ts'
import { prepareTask, type Reply, type Send, type Task } from './task.ts'
import { createTransports, type RunningTransports } from './transports.ts'

/** A server, a gateway, a sandbox host and agents, which schedules kill one after the other. */
export interface TestBench {
  /** @throws if a promise about safe retries was broken; the message contains the schedule and what happened */
  run(schedule: Schedule, realm: CrashRealm): Promise<void>
  /** The kills in all schedules so far, such as `server after reserve`. */
  readonly killed: ReadonlySet<string>
  close(): Promise<void>
}

/**
 * The attempts after which both transports stay. A write lost by one may wait for it: the other one may have another
 * company file.
 */
const absentAttemptsMax = 20

/** How much longer a client waits before each attempt after many: a busy machine needs its time. */
const pauseMs = { step: 10, max: 250 }

/** Options shared by all test benches. */
interface TestBenchOptions {
  readonly database: Database
  readonly changes: ChangeFeed
  readonly baseline: Baseline
  readonly createDesktops: (world: World) => Promise<DesktopSource>
  /** How long a schedule may take. */
  readonly scheduleMsMax: number
}

/** Starts every part. Several test benches can run at a time: they use different realms. */
export async function createTestBench({
  database,
  changes,
  baseline,
  createDesktops,
  scheduleMsMax,
}: TestBenchOptions): Promise<TestBench> {
  let armed: Kill[] = []
  const killed = new Set<string>()
  const world: World = {
    database,
    changes,
    isFatal: (part, point) => {
      const place = armed.findIndex((kill) => kill.part === part && kill.point === point)
      if (place < 0) return false
      armed.splice(place, 1)
      killed.add(`${part} ${point}`)
      return true
    },
  }
  const desktops = await createDesktops(world)
  const unharmed: World = { ...world, isFatal: () => false }
  let company: CrashCompany | undefined
  let hasFailed = false
  let transports: RunningTransports | undefined
  const diskDesktop: Desktop = {
    exchange: async (_realmId, messageSet) => {
      const outcome = await company?.books.exchange(messageSet)
      if (!outcome?.sent || outcome.lost) throw new Error('The disk cannot be read.')
      return outcome
    },
  }
  const replacements = {
    desktop: diskDesktop,
    sandboxFiles: new CompanyFiles({
      database,
      clock: () => new Date(),
      random: Math.random,
      maxRecords: Number.POSITIVE_INFINITY,
      wait: async () => undefined,
    }),
  }
  let observer = await startServer(unharmed, replacements)
  let secondServer = await startServer(unharmed)
  let server = await startServer(world)
  let gateway = await startGateway(world, 0)
  let sandboxHost = await startSandboxHost(world, 0)

  const sendVia =
    (getServer: () => RunningServer): Send =>
    async (path, body) => {
      if (company === undefined) throw new Error('There is no realm yet.')
      const response = await getServer().fetch(`/v3/company/${company.realmId}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${company.accessToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, body: JSON.parse(text) } satisfies Reply
    }
  const send = sendVia(() => server)
  const observe = sendVia(() => observer)

  /** Sends the call to the second server, which considers the first one dead. */
  const sendToSecondServer = async ({ path, body }: Task): Promise<Reply> => {
    if (company !== undefined) await expireClaims(database, company)
    return sendVia(() => secondServer)(path, body)
  }

  /** Stops the service, restores a backup, and starts it. */
  const restore = async (backup: Backup): Promise<void> => {
    server.killSwitch.kill()
    gateway.killSwitch.kill()
    sandboxHost.killSwitch.kill()
    await observer.dispose()
    await secondServer.dispose()
    await backup.restore()
    observer = await startServer(unharmed, replacements)
    secondServer = await startServer(unharmed)
  }

  /** Restarts the server, the gateway and the sandbox host if they were killed. */
  const restartKilled = async (): Promise<void> => {
    if (server.killSwitch.isKilled) {
      await server.dispose()
      server = await startServer(world)
      if (company !== undefined) await expireClaims(database, company)
    }
    if (gateway.killSwitch.isKilled) {
      await gateway.dispose()
      gateway = await startGateway(world, gateway.port)
    }
    if (sandboxHost.killSwitch.isKilled) {
      await sandboxHost.dispose()
      sandboxHost = await startSandboxHost(world, sandboxHost.port)
    }
  }

  const runSchedule = async (schedule: Schedule, realm: CrashRealm, events: string[]): Promise<void> => {
    armed = []
    const { realmKind, seed, operations, hasSecondServer } = schedule
    company = await createCompany(realm, baseline)
    const { books } = company
    const getGateway = () => gateway
    transports =
      realmKind === 'production' ? createTransports({ world, company, desktops, getGateway, schedule }) : undefined
    let arranged = 0
    /** Restarts what was killed, and brings the next attempt's transports. */
    const arrange = async (): Promise<void> => {
      await restartKilled()
      await transports?.arrange(getPresence(schedule, arranged))
      arranged += 1
    }
    const startedAt = performance.now()
    const note = (event: string) => events.push(`${((performance.now() - startedAt) / 1_000).toFixed(1)} s ${event}`)
    const fail = (problem: string): never => {
      throw new Error([problem, printSchedule(schedule), ...events].join('\n'))
    }

    const repeat = async (task: Task): Promise<Reply> => {
      for (let attempt = 0; performance.now() - startedAt < scheduleMsMax; attempt += 1) {
        await arrange()
        const serverKilled = server.killSwitch.killed.then(() => undefined)
        const [reply, other] = await Promise.all([
          Promise.race([send(task.path, task.body), serverKilled]),
          hasSecondServer && armed.length > 0 ? sendToSecondServer(task) : undefined,
        ])
        const codes = [reply, other].map((each) => each?.body.Fault?.Error[0].code)
        note(`${task.path}: ${reply === undefined ? 'the server was killed' : `${reply.status} ${codes[0] ?? ''}`}`)
        if (other) note(`${task.path} by the second server: ${other.status} ${codes[1] ?? ''}`)
        if (isFinal(reply) && isFinal(other) && reply.text !== other.text) fail('Two servers responded differently.')
        const isNotSent = isUnreached(codes[0]) && (other === undefined || isUnreached(codes[1]))
        if (isNotSent && (await task.countApplied(observe)) > 0) fail(`A write with ${codes[0]} was applied.`)
        const final = [reply, other].find(isFinal)
        if (final !== undefined) return final
        await delay(getPauseMs(attempt))
      }
      return fail('A write never completed.')
    }

    // A failed schedule may have left a part dead, or hanging.
    if (hasFailed) await desktops.replace()
    hasFailed = false
    await arrange()
    const tasks: Task[] = []
    for (const [index, operation] of operations.entries()) {
      tasks.push(await prepareTask(operation, `${seed}-${index}`, baseline, observe))
    }
    armed = [...schedule.kills]
    const replies: Reply[] = []
    const stale = new Set<Task>()
    let backup: Backup | undefined
    for (const [index, task] of tasks.entries()) {
      if (schedule.restore?.before === index) backup = await backUp(database, realm.realmId)
      replies.push(await repeat(task))
      if (schedule.restore?.after !== index || backup === undefined) continue
      await restore(backup)
      note('a backup was restored')
      // Clients repeat what they sent since: they do not know which responses are true.
      for (const [place, earlier] of tasks.slice(0, index + 1).entries()) {
        const repeated = await repeat(earlier)
        // QuickBooks has the change already, and its record is not asked before the token is compared.
        const isStale = realmKind === 'production' && repeated.body.Fault?.Error[0].code === '5010'
        if (isStale) stale.add(earlier)
        else replies[place] = repeated
      }
    }
    armed = []

    for (const [index, task] of tasks.entries()) {
      const reply = replies[index]
      const count = await task.countApplied(observe)
      if (reply?.status !== 200) fail(`${task.path} ended with ${reply?.status}: ${reply?.text}`)
      if (count !== 1) fail(`${task.path} returned 200 and is ${count} times in the company file.`)
      if (!stale.has(task) && (await repeat(task)).text !== reply?.text)
        fail(`${task.path} returned another response when it was repeated.`)
    }
    if (realmKind === 'production') {
      const { total } = await trialBalance(books)
      if (total !== '0.00') fail(`The trial balance is ${total}.`)
    }
  }

  return {
    killed,
    run: async (schedule, realm) => {
      const events: string[] = []
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          reject(new Error(['The schedule did not end.', printSchedule(schedule), ...events].join('\n')))
        }, scheduleMsMax)
      })
      try {
        await Promise.race([runSchedule(schedule, realm, events), limit])
      } catch (error) {
        hasFailed = true
        throw error
      } finally {
        clearTimeout(timer)
        await transports?.stop()
      }
    },

    close: async () => {
      await server.dispose()
      await observer.dispose()
      await secondServer.dispose()
      await gateway.dispose()
      await sandboxHost.dispose()
      await desktops.close()
    },
  }
}

function getPauseMs(attempt: number): number {
  return Math.min(Math.max(0, attempt - absentAttemptsMax) * pauseMs.step, pauseMs.max)
}

/** Returns which transports are there at an attempt. */
function getPresence({ presence }: Schedule, attempt: number): Presence {
  if (presence.length > 1 && attempt >= absentAttemptsMax) return 'both'
  return presence[attempt % presence.length] ?? 'agent'
}

/** Expires servers' claims on the realm's writes, as if those servers had been silent for long enough. */
function expireClaims(database: Database, { realmId }: CrashCompany) {
  return database.$executeRaw`
    UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'
    WHERE "realmId" = ${realmId} AND claim IS NOT NULL`
}

/** Whether a response is final: the client need not repeat the write. */
function isFinal(reply: Reply | undefined): reply is Reply {
  return reply !== undefined && reply.status < 500 && reply.status !== 409
}

/** The codes promising nothing was sent. */
const unreachedCodes: ReadonlySet<string | undefined> = new Set([
  'AGENT_OFFLINE',
  'AGENT_BUSY',
  'APP_NOT_OPEN',
  'AGENT_EXECUTION_ERROR',
])

function isUnreached(code: string | undefined): boolean {
  return unreachedCodes.has(code)
}
