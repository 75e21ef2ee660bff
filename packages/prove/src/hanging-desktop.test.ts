import { createTestDatabase } from '@bridge/database/testing'
import { simulatedDesktop } from '@bridge/edge-agent/simulated/desktop'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { createTenant } from '@bridge/harness/create-tenant'
import { startService } from '@bridge/harness/start-service'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import { expect, it, onTestFinished } from 'vitest'

function clock() {
  return new Date()
}
const hour = 3_600_000

/** Creates a desktop that hangs on one request, as behind a dialog, until `release`. */
function createHangingDesktop() {
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const desktop = simulatedDesktop({ company, companyFile: 'simulated.qbw' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const sets: string[] = []
  return {
    company,
    desktop: {
      ...desktop,
      process: async (...request: Parameters<typeof desktop.process>) => {
        const [messageSet] = request
        sets.push(messageSet)
        if (messageSet.includes('<VendorQueryRq')) await released
        return desktop.process(...request)
      },
    },
    release,
    sets,
  }
}

/** Starts two servers, which wait for a moment and for an hour, a gateway, and an agent whose desktop hangs. */
async function startHanging() {
  const db = await createTestDatabase()
  const hasty = await startService({ database: db, gateway: {}, api: { config: { agentTimeoutMs: 3_000 } } })
  const patient = await startService({ database: db, api: { config: { agentTimeoutMs: hour } } })
  const { productionId, tokens, agentToken } = await createTenant(db.database, 'hanging')
  const { release, sets, ...parts } = createHangingDesktop()
  const { agent } = await startSimulatedAgent({ url: hasty.gatewayUrl, token: agentToken, ...parts })
  onTestFinished(async () => {
    release()
    await agent.stop()
    await patient.close()
    await hasty.close()
    await db.drop()
  })
  const call = async (origin: string, entity: string, record?: object) => {
    const path = record === undefined ? `query?query=${encodeURIComponent(`select * from ${entity}`)}` : entity
    const response = await fetch(`${origin}/v3/company/${productionId}/${path}`, {
      headers: {
        authorization: `Bearer ${tokens.production}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      ...(record && { method: 'POST', body: JSON.stringify(record) }),
    })
    const body = await response.json()
    return { status: response.status, code: body.Fault?.Error[0].code }
  }
  return {
    release,
    sets,
    lose: () => call(hasty.origin, 'Vendor'),
    read: () => call(patient.origin, 'Customer'),
    write: () => call(patient.origin, 'customer', { DisplayName: 'Behind' }),
  }
}

const busy = { status: 503, code: 'AGENT_BUSY' }

it('rejects calls behind a hanging desktop before their own time has run out, and sends none [dp-7.2:AGENT_BUSY]', async () => {
  const { release, sets, lose, read, write } = await startHanging()
  const lost = lose()
  await expect.poll(() => sets.length).toBe(1)
  // Their own time runs out in an hour.
  const waiting = [read(), write()]

  expect(await lost).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
  expect(await Promise.all(waiting)).toEqual([busy, busy])
  expect(await Promise.all([read(), write()])).toEqual([busy, busy])
  expect(sets).toHaveLength(1)

  release()
  await expect.poll(async () => (await read()).status).toBe(200)
  expect(sets.filter((set) => set.includes('<CustomerAddRq'))).toEqual([])
})
