import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@bridge/database/free-port'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { RolePlayer } from './agent-processes.ts'
import { createRealms } from './agent-realms.ts'
import type { Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

/** The goals' size. */
const agentCount = 10_000
const processCount = 2
const goals = { seconds: 30, mebibytes: 600, cores: 0.5 }
const mebibyte = 1024 * 1024
const idleMs = 30_000
const maxReturnMs = 300_000

/**
 * Kills a gateway with all its agents, starts its successor at the same address, and measures how long it takes until
 * all agents are back, and what they and idle agents cost the gateway. The agents are the service's, with their pauses
 * between attempts.
 */
export async function measureFleet(count = agentCount): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return await measure(db, count)
  } finally {
    await db.drop()
  }
}

function measure({ database, url: databaseUrl }: TestDatabase, count: number): Promise<Measurement[]> {
  return withPlayers(async (start) => {
    const realms = await createRealms(database, count)
    const port = await findFreePort()
    const gateway = { name: 'gateway', databaseUrl, port } as const
    const first = await start(gateway)
    const fleets = await Promise.all(
      Array.from({ length: processCount }, (_, place) =>
        start({
          name: 'fleet',
          url: first.url,
          tokens: realms.filter((_realm, index) => index % processCount === place).map(({ agentToken }) => agentToken),
        }),
      ),
    )
    await untilConnected(fleets, count)

    const killedAt = performance.now()
    await first.stop()
    const second = await start(gateway)
    const listensAt = performance.now()
    await untilConnected(fleets, count)
    const backAt = performance.now()
    const returnCpuMs = await second.cpu()
    await delay(idleMs)
    const idleCpuMs = (await second.cpu()) - returnCpuMs
    const { rss, maxRss } = await second.memory()
    const kept = await countConnected(fleets)

    const seconds = (backAt - killedAt) / 1000
    const mib = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`
    const cores = (cpuMs: number, ms: number) => `${(cpuMs / ms).toFixed(3)} of a core`
    const agents = `${count} agents in ${processCount} processes`
    return [
      {
        name: 'agents are back after their gateway was killed: time',
        ratio: seconds / goals.seconds,
        goal: { atMost: 1 },
        detail:
          `${seconds.toFixed(1)} s of ${goals.seconds} s, ${((listensAt - killedAt) / 1000).toFixed(1)} s of them ` +
          `until the next gateway listened; ${agents}, ${kept} of them still connected after ${idleMs / 1000} s`,
      },
      {
        name: 'agents are back after their gateway was killed: processor time of the gateway',
        ratio: returnCpuMs / (goals.seconds * 1000) / goals.cores,
        goal: { atMost: 1 },
        detail:
          `${(returnCpuMs / 1000).toFixed(1)} s with its start, ${cores(returnCpuMs, goals.seconds * 1000)} over ` +
          `${goals.seconds} s; idle afterwards: ${cores(idleCpuMs, idleMs)}`,
      },
      {
        name: 'agents are back after their gateway was killed: memory of the gateway',
        ratio: maxRss / mebibyte / goals.mebibytes,
        goal: { atMost: 1 },
        detail: `${mib(maxRss)} at most, ${mib(rss)} when idle; ${agents}`,
      },
    ]
  })
}

async function countConnected(fleets: readonly RolePlayer[]): Promise<number> {
  const counts = await Promise.all(fleets.map((fleet) => fleet.connected()))
  return counts.reduce((sum, each) => sum + each, 0)
}

/** Resolves when all agents are connected. */
async function untilConnected(fleets: readonly RolePlayer[], count: number): Promise<void> {
  const until = performance.now() + maxReturnMs
  for (;;) {
    const connected = await countConnected(fleets)
    if (connected === count) return
    if (performance.now() > until)
      throw new Error(`${connected} of ${count} agents are connected after ${maxReturnMs} ms.`)
    await delay(100)
  }
}
