import { createTestDatabase, watchStatements } from '@bridge/database/testing'
import { startService } from '@bridge/harness/start-service'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import { CompanyFiles } from '@bridge/sandbox'
import { serverDefaults } from '@bridge/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { createAccount } from './control-plane-account.ts'

/** The time never advances: nothing kept for a time expires during the test. */
const now = new Date('2026-03-16T12:00:00Z')

/** Watches this process's statements, each as its command and its first table: `UPDATE write_journal`. */
function listStatements() {
  let texts: string[] = []
  const stop = watchStatements(({ text }) => texts.push(text))
  return {
    list: () => texts.map(summarize),
    clear: () => {
      texts = []
    },
    stop,
  }
}

function summarize(text: string): string {
  const [command = ''] = /\b(?:SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT)\b/.exec(text) ?? []
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE)\s+(?:"public"\.)?"?(\w+)/.exec(text) ?? []
  return `${command} ${table}`.trim()
}

function clock() {
  return now
}

async function startWatchedService() {
  // The server stores counts and logs at intervals, so here only when it closes.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const db = await createTestDatabase()
  const { database } = db
  const [realm] = await createRealms(database, 1)
  if (realm === undefined) throw new Error('There is no realm.')
  const sandboxFiles = new CompanyFiles({
    database,
    clock,
    random: () => 0.5,
    maxRecords: 10_000,
    wait: async () => undefined,
    takesLeases: true,
  })
  const api = { sandboxFiles, config: serverDefaults }
  const service = await startService({ database: db, clock, gateway: {}, api })
  const { agent } = await startSimulatedAgent({
    url: service.gatewayUrl,
    token: realm.agentToken,
    clock,
    template: 'sample',
    wait: async () => undefined,
  })
  // The gateway, which has no interval either, does not renew the lease.
  await database.realmSession.updateMany({ data: { lastSeenAt: new Date('2100-01-01T00:00:00Z') } })
  vi.useRealTimers()

  const account = await createAccount(database)
  const tokens = {
    [realm.realmId]: await createAccessToken(database, realm.realmId, new Date('2026-03-17T12:00:00Z')),
    [account.sandboxId]: await createAccessToken(database, account.sandboxId, new Date('2026-03-17T12:00:00Z')),
  }
  const statements = listStatements()
  // The gateway stores the agent's state once it is ready.
  await vi.waitUntil(
    () => {
      const isQuiet = statements.list().length === 0
      statements.clear()
      return isQuiet
    },
    { interval: 200, timeout: 30_000 },
  )

  /** Sends a request and returns its response with its statements. */
  const send = async (path: string, init: RequestInit) => {
    statements.clear()
    const response = await service.server.fetch(new Request(`http://127.0.0.1${path}`, init))
    const text = await response.text()
    expect(`${response.status} ${text}`).toMatch(/^200 /)
    return { body: JSON.parse(text), statements: statements.list() }
  }
  return {
    production: realm.realmId,
    sandbox: account.sandboxId,
    statements,
    call: (realmId: string, path: string, body?: object) =>
      send(`/v3/company/${realmId}${path}`, {
        headers: {
          authorization: `Bearer ${tokens[realmId]}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    listRealms: () => send(`/admin/v1/realms?orgId=${account.orgId}`, { headers: { 'x-api-key': account.key } }),
    close: async () => {
      await agent.stop()
      statements.clear()
      await service.close()
      return statements.list()
    },
    stop: async () => {
      statements.stop()
      await db.drop()
    },
  }
}

let service: Awaited<ReturnType<typeof startWatchedService>>
beforeAll(async () => {
  service = await startWatchedService()
})
afterAll(() => service.stop())

const query = `/query?query=${encodeURIComponent('select * from Customer maxresults 1')}`

it('looks a token, the settings and the lease up in one statement each, and leases permits in a block', async () => {
  const { statements } = await service.call(service.production, query)
  expect(statements.sort()).toEqual([
    'DELETE rate_window',
    'INSERT rate_window',
    'SELECT access_token',
    'SELECT connector_session',
    'SELECT realm_settings',
  ])
})

it('runs no statement for a read of a company file', async () => {
  const { production, call } = service
  const { body } = await call(production, query)
  expect((await call(production, `/customer/${body.QueryResponse.Customer[0].Id}`)).statements).toEqual([])
})

it('runs no statement but that of the emulator for a read of a sandbox', async () => {
  const { sandbox, call } = service
  const { body } = await call(sandbox, query)
  const { statements } = await call(sandbox, `/customer/${body.QueryResponse.Customer[0].Id}`)
  expect(statements).toEqual(['SELECT sandbox_company'])
})

it('looks up earlier identical writes and message sets to clear in one statement each, and journals a write in three', async () => {
  const { call, production, statements: watched } = service
  await call(production, '/customer', { DisplayName: 'The first one checks the quota' })
  await expect.poll(() => watched.list().filter((each) => each === 'UPDATE write_journal')).toHaveLength(4)
  const { statements } = await call(production, '/customer', { DisplayName: 'Anna' })
  expect(statements).toEqual([
    'UPDATE request_outcome',
    'UPDATE write_journal',
    'INSERT write_journal',
    'UPDATE write_journal',
    'UPDATE write_journal',
  ])
})

it('reserves and stores the outcome of a requestid in one statement each', async () => {
  const { call, production } = service
  await call(production, '/customer?requestid=a0', { DisplayName: 'The first one checks its quota' })
  const write = () => call(production, '/customer?requestid=a1', { DisplayName: 'Berta' })
  expect((await write()).statements).toEqual([
    'INSERT request_outcome',
    'UPDATE write_journal',
    'INSERT write_journal',
    'UPDATE write_journal',
    'UPDATE write_journal',
    'UPDATE request_outcome',
  ])
  expect((await write()).statements).toEqual(['INSERT request_outcome', 'SELECT request_outcome'])
})

it('lists the realms of an organization with the statements for its key, its role and the list', async () => {
  await service.listRealms()
  expect((await service.listRealms()).statements).toHaveLength(3)
})

it('stores what it logged and counted of all calls when the server closes, in bulk', async () => {
  const statements = await service.close()
  const insertsAndUses = statements.filter((each) => each.startsWith('INSERT ') || each === 'UPDATE connection')
  expect(insertsAndUses).toEqual(['INSERT usage_day', 'UPDATE connection', 'INSERT logged_request'])
})
