import type { ChangeFeed, Database } from '@bridge/database'
import { trialBalance } from '@bridge/emulator'
import type { Desktop } from '@bridge/server'
import { type CrashCompany, type CrashRealm, createCompany } from './company.ts'
import type { Ground } from './ground.ts'
import { type RunningAgent, type RunningServer, startAgent, startGateway, startServer, type World } from './parts.ts'
import { type Kill, printSchedule, type Schedule } from './schedule.ts'
import { prepareTask, type Reply, type Send, type Task } from './task.ts'

/** A server, a gateway and agents, of which the schedule of a seed kills one after the other. */
export interface Rig {
  /** @throws where a promise about safe retries was broken; the message holds the schedule and what happened. */
  run(schedule: Schedule, realm: CrashRealm): Promise<void>
  /** The kills that came about in all schedules so far: `server after reserve`. */
  readonly killed: ReadonlySet<string>
  close(): Promise<void>
}

const attemptsMax = 300

/** What rigs share. */
interface RigOptions {
  readonly database: Database
  readonly changes: ChangeFeed
  readonly ground: Ground
}

/** Starts everything. Rigs beside each other disturb each other no more than servers of different realms do. */
export async function createRig({ database, changes, ground }: RigOptions): Promise<Rig> {
  let armed: Kill[] = []
  const killed = new Set<string>()
  const world: World = {
    database,
    changes,
    isLast: (part, point) => {
      const place = armed.findIndex((kill) => kill.part === part && kill.point === point)
      if (place < 0) return false
      armed.splice(place, 1)
      killed.add(`${part} ${point}`)
      return true
    },
  }
  const immortal: World = { ...world, isLast: () => false }
  let company: CrashCompany | undefined
  const diskDesktop: Desktop = {
    exchange: async (_realmId, messageSet) => {
      const exchanged = await company?.books.exchange(messageSet)
      if (exchanged === undefined || !('response' in exchanged)) throw new Error('The disk cannot be read.')
      return { sent: true, lost: false, answer: exchanged.response }
    },
  }
  const witness = await startServer(immortal, diskDesktop)
  const rival = await startServer(immortal)
  let server = await startServer(world)
  let gateway = await startGateway(world, 0)

  const sendBy =
    (by: () => RunningServer): Send =>
    async (path, body) => {
      if (company === undefined) throw new Error('There is no realm yet.')
      const response = await by().fetch(`/v3/company/${company.realmId}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${company.accessToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, body: JSON.parse(text) } satisfies Reply
    }
  const send = sendBy(() => server)
  const look = sendBy(() => witness)

  /** Sends the same call to the other server, which takes the first for dead. */
  const sendToRival = async ({ path, body }: Task): Promise<Reply> => {
    if (company !== undefined) await passSilence(database, company)
    return sendBy(() => rival)(path, body)
  }

  /** Starts again what is dead. */
  const revive = async (
    agent: RunningAgent | undefined,
    start: () => RunningAgent,
  ): Promise<RunningAgent | undefined> => {
    if (server.life.isOver) {
      await server.bury()
      server = await startServer(world)
      if (company !== undefined) await passSilence(database, company)
    }
    if (gateway.life.isOver) {
      await gateway.bury()
      gateway = await startGateway(world, gateway.port)
    }
    if (!agent?.life.isOver) return agent
    await agent.bury()
    return start()
  }

  return {
    killed,
    run: async (schedule, realm) => {
      armed = []
      const happened: string[] = []
      const { realmKind, seed, operations, hasRival } = schedule
      company = await createCompany(realm, ground)
      const { disk, books, agentToken } = company
      const start = () => startAgent(world, `http://127.0.0.1:${gateway.port}`, agentToken, disk)
      let agent = realmKind === 'production' ? start() : undefined
      const fail = (what: string): never => {
        throw new Error([what, printSchedule(schedule), ...happened].join('\n'))
      }

      const settle = async (task: Task): Promise<Reply> => {
        for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
          agent = await revive(agent, start)
          await agent?.connected()
          const died = server.life.over.then(() => undefined)
          const [reply, other] = await Promise.all([
            Promise.race([send(task.path, task.body), died]),
            hasRival && armed.length > 0 ? sendToRival(task) : undefined,
          ])
          const codes = [reply, other].map((each) => each?.body.Fault?.Error[0].code)
          happened.push(
            `${task.path}: ${reply === undefined ? 'the server died' : `${reply.status} ${codes[0] ?? ''}`}`,
          )
          if (other) happened.push(`${task.path} by the other: ${other.status} ${codes[1] ?? ''}`)
          if (isSettled(reply) && isSettled(other) && reply.text !== other.text) fail('Two servers answered otherwise.')
          const isOffline = codes[0] === 'AGENT_OFFLINE' && (other === undefined || codes[1] === 'AGENT_OFFLINE')
          if (isOffline && (await task.countIn(look)) > 0) fail('AGENT_OFFLINE was carried out.')
          const settled = [reply, other].find(isSettled)
          if (settled !== undefined) return settled
        }
        return fail('A write was never settled.')
      }

      await agent?.connected()
      const tasks: Task[] = []
      for (const [index, operation] of operations.entries()) {
        tasks.push(await prepareTask(operation, `${seed}-${index}`, ground, look))
      }
      armed = [...schedule.kills]
      const replies: Reply[] = []
      for (const task of tasks) replies.push(await settle(task))
      armed = []

      for (const [index, task] of tasks.entries()) {
        const reply = replies[index]
        const count = await task.countIn(look)
        if (reply?.status !== 200) fail(`${task.path} was settled with ${reply?.status}: ${reply?.text}`)
        if (count !== 1) fail(`${task.path} was answered 200 and is ${count} times in the company file.`)
        if ((await settle(task)).text !== reply?.text) fail(`${task.path} was answered otherwise when it was repeated.`)
      }
      if (realmKind === 'production') {
        const { total } = await trialBalance(books)
        if (total !== '0.00') fail(`The trial balance is ${total}.`)
      }
      await agent?.bury()
    },

    close: async () => {
      await server.bury()
      await witness.bury()
      await rival.bury()
      await gateway.bury()
    },
  }
}

/** Lets the seconds pass after which a server that was not heard of is taken for dead. */
function passSilence(database: Database, { realmId }: CrashCompany) {
  return database.$executeRaw`
    UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'
    WHERE "realmId" = ${realmId} AND claim IS NOT NULL`
}

/** Whether an answer is the last word on a write. */
function isSettled(reply: Reply | undefined): reply is Reply {
  return reply !== undefined && reply.status < 500 && reply.status !== 409
}
