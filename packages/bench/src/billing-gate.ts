import { createTestDatabase } from '@bridge/database/testing'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { type Caller, createOrganization, createProductionRealm, type Desktop, requireRole } from '@bridge/server'
import { createAccessToken } from './agent-realms.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const pairs = 10
const warmUpPairs = 3
const callsOfRound = 400

/** Measures a call's processor time with billing enforced, against one without. */
export async function measureBillingGate(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  const company = openCompany({ storage: memoryStorage(), clock: () => new Date(), random: Math.random })
  const productionDesktop: Desktop = {
    async exchange(_realmId, messageSet) {
      const outcome = await company.exchange(messageSet)
      if (!outcome.sent || outcome.lost) throw new Error('The company file did not respond.')
      return outcome
    },
  }
  const requestLog = { add: () => undefined, flush: async () => undefined, close: async () => undefined }
  const options = { productionDesktop, requestLog }
  const off = await serveBridge(db, options)
  const on = await serveBridge(db, { ...options, config: { billingEnforced: true } })
  try {
    const dependencies = { database: db.database, clock: () => new Date() }
    const { id: userId } = await db.database.user.create({ data: { email: 'bench@example.com' } })
    const caller: Caller = { kind: 'system', userId }
    const { id } = await createOrganization(dependencies, caller, { name: 'Bench' })
    const { orgId } = await requireRole(dependencies, caller, { resource: 'org', id, role: 'admin' })
    const realm = await createProductionRealm(dependencies, caller, orgId, { name: 'Company' })
    const headers = { authorization: `Bearer ${await createAccessToken(db.database, realm.id)}` }
    const url = `http://127.0.0.1/v3/company/${realm.id}/companyinfo/${realm.id}`

    /** Returns a call's processor time in milliseconds. */
    const round = async ({ fetch }: typeof on): Promise<number> => {
      const startedAt = process.cpuUsage()
      for (let each = 0; each < callsOfRound; each++) {
        const response = await fetch(new Request(url, { headers }))
        const text = await response.text()
        if (response.status !== 200) throw new Error(`The call returned ${response.status}: ${text.slice(0, 300)}`)
      }
      const { user, system } = process.cpuUsage(startedAt)
      return (user + system) / 1000 / callsOfRound
    }
    const times = { on: [] as number[], off: [] as number[] }
    for (let index = 0; index < warmUpPairs + pairs; index++) {
      const order = index % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
      for (const name of order) {
        const elapsed = await round(name === 'on' ? on : off)
        if (index >= warmUpPairs) times[name].push(elapsed)
      }
    }
    const [onMs, offMs] = [getMedian(times.on), getMedian(times.off)]
    return [
      {
        name: 'a call to a company file with billing enforced, against not enforced',
        ratio: onMs / offMs,
        goal: { atMost: 1.05 },
        detail: `${onMs.toFixed(3)} ms against ${offMs.toFixed(3)} ms of processor time a call, medians of ${pairs} pairs of ${callsOfRound} calls in alternation`,
      },
    ]
  } finally {
    await on.stop()
    await off.stop()
    await db.drop()
  }
}
