import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@bridge/database/testing'
import { startGateway } from '@bridge/harness/start-gateway'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import { closeServer, trackResponses } from '@bridge/portal/close-server'
import { handleUpgrades } from '@bridge/portal/handle-upgrades'
import { expect, it, onTestFinished } from 'vitest'
import { createBaseline } from '../crash/baseline.ts'
import { createCompany, createRealms } from '../crash/company.ts'
import { startBalancer } from './balancer.ts'

/** Starts a server as the portal does, which passes agents on. A request is held until `respond`. */
async function startServer(gatewayUrl: string) {
  let held: ServerResponse | undefined
  const server = createServer((_request, response) => {
    held = response
  })
  const responses = trackResponses(server)
  const endWebSockets = handleUpgrades(server, { gatewayUrl, pages: {} })
  let agents = 0
  server.on('upgrade', (_request, socket) => {
    agents += 1
    socket.once('close', () => {
      agents -= 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    countAgents: () => agents,
    isHolding: () => held !== undefined,
    respond: () => held?.end('done'),
    // Long enough: nothing ends by a time limit.
    close: () => closeServer({ server, responses, endWebSockets, drainMs: 600_000, idleMs: 0 }),
  }
}

async function startParts() {
  const db = await createTestDatabase()
  const gateway = await startGateway({ database: db.database })
  const first = await startServer(gateway.url)
  const second = await startServer(gateway.url)
  const balancer = await startBalancer([first.port, second.port])
  balancer.setResting(second.port, true)
  const baseline = await createBaseline()
  const [realm] = await createRealms(db.database, [{ seed: 1, realmKind: 'production' }], baseline)
  if (realm === undefined) throw new Error('There is no realm.')
  const { books } = await createCompany(realm, baseline)
  const { agent } = await startSimulatedAgent({
    url: balancer.url,
    token: realm.agentToken,
    company: books,
    wait: async () => undefined,
  })
  onTestFinished(async () => {
    await agent.stop()
    await balancer.close()
    await second.close()
    await gateway.close()
    await db.drop()
  })
  return { first, second, balancer, agent }
}

it('moves an agent to another server as soon as its own has no request left, and closes every socket', async () => {
  const { first, second, balancer, agent } = await startParts()
  expect([first.countAgents(), second.countAgents()]).toEqual([1, 0])
  const response = fetch(`http://127.0.0.1:${first.port}/`)
  await expect.poll(first.isHolding).toBe(true)

  balancer.setResting(second.port, false)
  balancer.setResting(first.port, true)
  const closed = first.close()
  // The request may need the agent.
  expect(first.countAgents()).toBe(1)
  first.respond()
  expect(await (await response).text()).toBe('done')
  await closed
  await expect.poll(() => [first.countAgents(), second.countAgents(), agent.isConnected()]).toEqual([0, 1, true])
})
