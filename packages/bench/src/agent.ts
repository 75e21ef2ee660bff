import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { customerId } from './agent-customer.ts'
import { measureLoad, type Target } from './agent-load.ts'
import { agentSocketBytes, bareSocketBytes } from './agent-memory.ts'
import type { RolePlayer } from './agent-processes.ts'
import { createAccessToken, createRealms } from './agent-realms.ts'
import type { Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

const sockets = { warmUp: 200, count: 1_000 }
// An agent processes one request at a time, so each concurrent caller has its own company file.
const callers = 32
/** The engine compiles and optimizes during the first reads, which take longer than a running service's. */
const warmUp = 20_000

/** Measures a read through server, gateway and agent, and idle agents' memory, each against bare peers. */
export async function measureAgent(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return [...(await measureRead(db)), ...(await measureSockets(db))]
  } finally {
    await db.drop()
  }
}

function measureRead({ database, url: databaseUrl }: TestDatabase): Promise<Measurement[]> {
  return withPlayers(async (start) => {
    const realms = await createRealms(database, callers)
    const gateway = await start({ name: 'gateway', databaseUrl })
    const agent = await start({ name: 'agent', url: gateway.url, tokens: realms.map(({ agentToken }) => agentToken) })
    const server = await start({ name: 'server', databaseUrl })
    const echo = await start({ name: 'echo' })
    const forwarder = await start({ name: 'forwarder', url: echo.url, sockets: callers })
    const relay = await start({ name: 'relay', url: echo.url, sockets: callers })
    const relayClient = await start({ name: 'relay-client', url: relay.url })

    const requests = await Promise.all(
      realms.map(async ({ realmId }) => ({
        path: `/v3/company/${realmId}/customer/${customerId}`,
        headers: {
          authorization: `Bearer ${await createAccessToken(database, realmId)}`,
          accept: 'application/json',
        },
      })),
    )
    const targets: Record<'ours' | 'bare' | 'relayed', Target> = {
      ours: { origins: [server.url], requests, cpu: sumCpu([server, gateway, agent]) },
      bare: { origins: [forwarder.url], requests, cpu: sumCpu([forwarder, echo]) },
      relayed: { origins: [relayClient.url], requests, cpu: sumCpu([relayClient, relay, echo]) },
    }
    const one = await measureLoad(targets, { concurrency: 1, rounds: 7, count: 400, warmUp })
    const many = await measureLoad(targets, { concurrency: callers, rounds: 15, count: 1_500, warmUp })
    const ms = (value: number) => `${value.toFixed(3)} ms`
    const rate = (value: number) => `${Math.round(value)}/s`
    const cpu = ({ ours, bare }: typeof one) => `processor time of a read ${ms(ours.cpuMs)} against ${ms(bare.cpuMs)}`
    return [
      {
        name: 'a read through server, gateway and agent: time at concurrency 1',
        ratio: one.ours.ms / one.bare.ms,
        goal: { atMost: 2.5 },
        detail: `${ms(one.ours.ms)} against ${ms(one.bare.ms)} of a bare HTTP server before a bare WebSocket echo; ${cpu(one)}`,
      },
      {
        name: 'a read through server, gateway and agent: throughput at concurrency 32',
        ratio: many.ours.perSecond / many.bare.perSecond,
        goal: { atLeast: 0.4 },
        detail: `${rate(many.ours.perSecond)} against ${rate(many.bare.perSecond)}; ${cpu(many)}`,
      },
      {
        name: 'a server, a gateway and an agent that do no work, against the same: time at concurrency 1',
        ratio: one.relayed.ms / one.bare.ms,
        goal: {},
        detail: `${ms(one.relayed.ms)} against ${ms(one.bare.ms)}`,
      },
      {
        name: 'a server, a gateway and an agent that do no work, against the same: throughput at concurrency 32',
        ratio: many.relayed.perSecond / many.bare.perSecond,
        goal: {},
        detail: `${rate(many.relayed.perSecond)} against ${rate(many.bare.perSecond)}`,
      },
    ]
  })
}

function sumCpu(players: readonly RolePlayer[]) {
  return async (): Promise<number> => {
    const used = await Promise.all(players.map((player) => player.cpu()))
    return used.reduce((sum, each) => sum + each, 0)
  }
}

function measureSockets({ database, url: databaseUrl }: TestDatabase): Promise<Measurement[]> {
  return withPlayers(async (start) => {
    const realms = await createRealms(database, sockets.warmUp + sockets.count)
    const tokens = realms.map(({ agentToken }) => agentToken)
    const bare = await bareSocketBytes(await start({ name: 'echo' }), sockets)
    const ours = await agentSocketBytes(await start({ name: 'gateway', databaseUrl }), sockets, tokens)
    const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`
    return [
      {
        name: 'memory of an idle agent socket',
        ratio: ours.used / bare.used,
        goal: { atMost: 2 },
        detail:
          `${kib(ours.used)} of heap and buffers against ${kib(bare.used)} at a bare WebSocket server ` +
          `(resident: ${kib(ours.rss)} against ${kib(bare.rss)}), ${sockets.count} sockets`,
      },
    ]
  })
}
