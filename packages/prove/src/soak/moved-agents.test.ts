import { findFreePort } from '@bridge/database/free-port'
import { createTestDatabase } from '@bridge/database/testing'
import { Agent, memoryResponseLog } from '@bridge/edge-agent'
import { ServicePrograms } from '@bridge/harness/service-programs'
import { startGateway } from '@bridge/harness/start-gateway'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createBaseline } from '../crash/baseline.ts'
import { createRealms } from '../crash/company.ts'
import { startBalancer } from './balancer.ts'

const agentCount = 12
const logger = pino({ level: 'silent' })

function clock(): Date {
  return new Date()
}

/** Starts a gateway in a process, which a test can kill, and one in this process, both behind a balancer. */
async function startGateways() {
  const db = await createTestDatabase()
  const service = new ServicePrograms({ databaseUrl: db.url })
  const killedPort = await findFreePort()
  const killed = service.gateway({ name: 'gateway', port: killedPort })
  await killed.start()
  const kept = await startGateway({ database: db.database })
  const keptUrl = kept.url
  const balancer = await startBalancer([killedPort, Number(new URL(keptUrl).port)])
  onTestFinished(async () => {
    await balancer.close()
    await service.end()
    await kept.close()
    await db.drop()
  })
  return { db, service, killed, keptUrl, balancer }
}

it('spreads agents over gateways, and moves those of a killed one to another one within 5 seconds', async () => {
  const { db, service, killed, keptUrl, balancer } = await startGateways()
  const seeds = Array.from({ length: agentCount }, (_, index) => ({
    seed: index + 1,
    realmKind: 'production' as const,
  }))
  const realms = await createRealms(db.database, seeds, await createBaseline())
  let ending: Promise<void> | undefined
  const agents = realms.map(({ agentToken }) => {
    const pauses: number[] = []
    const agent = new Agent({
      url: balancer.url,
      token: agentToken,
      desktop: { state: () => ({ phase: 'ready' }), process: () => Promise.reject(new Error('No request is due.')) },
      responses: memoryResponseLog(),
      clock,
      // An agent's longest pauses.
      random: () => 1 - Number.EPSILON,
      logger,
      wait: async (ms) => {
        if (ending === undefined) return
        pauses.push(ms)
        await ending
      },
    })
    onTestFinished(() => agent.stop())
    return { agent, pauses }
  })
  await Promise.all(agents.map(({ agent }) => agent.connected()))
  const countKept = () => db.database.realmSession.count({ where: { gatewayUrl: keptUrl } })
  const keptBefore = await countKept()
  expect(keptBefore).toBeGreaterThan(0)
  expect(keptBefore).toBeLessThan(agentCount)

  ending = killed.end('SIGKILL')
  await expect.poll(countKept, { timeout: 60_000 }).toBe(agentCount)
  const moved = agents.map(({ pauses }) => pauses).filter((pauses) => pauses.length > 0)
  expect(moved).toHaveLength(agentCount - keptBefore)
  // What it takes apart from its pause depends on the machine.
  for (const pauses of moved) expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5_000)
  expect(service.unexpectedEnds).toEqual([])
})
