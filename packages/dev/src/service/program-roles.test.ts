import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectDatabase } from '@bridge/database'
import { findFreePort } from '@bridge/database/free-port'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningBridge, startBridge } from './start-bridge.ts'
import type { ChildProgram } from './supervise.ts'

const programs: ChildProgram[] = []
let dataFolder: string
let bridge: RunningBridge

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'program-roles-'))
  const ports = { port: await findFreePort(), gatewayPort: await findFreePort(), sandboxHostPort: await findFreePort() }
  bridge = await startBridge({ dataFolder, ...ports, runProgram: pretendToRun })
})
afterAll(async () => {
  await bridge.stop()
  await rm(dataFolder, { recursive: true, force: true })
})

/** Records a program, and does only what the start waits for. */
function pretendToRun(program: ChildProgram) {
  programs.push(program)
  const server = createServer((_request, response) => response.end())
  if (program.name === 'agent') void storeSession()
  else server.listen(Number(program.env.PORT), '127.0.0.1')
  return {
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Stores the agent as connected, as the gateway does. */
async function storeSession() {
  const database = connectDatabase(findDatabaseUrl('gateway'), { maxConnections: 1 })
  const { id: realmId } = await database.realm.findFirstOrThrow({ where: { kind: 'production' } })
  const [connectedAt, lastSeenAt] = [new Date(), new Date()]
  await database.realmSession.create({
    data: { realmId, gatewayUrl: 'http://127.0.0.1', epoch: 1, phase: 'ready', connectedAt, lastSeenAt },
  })
  await database.$disconnect()
}

function findDatabaseUrl(name: string): string {
  return programs.find((program) => program.name === name)?.env.DATABASE_URL ?? ''
}

it('gives each program no other address of the database than that of the restricted role', () => {
  const given = programs.map(({ name, env }) => {
    const added = Object.entries(env).filter(([variable, value]) => process.env[variable] !== value)
    const addresses = added.flatMap(([, value = '']) => (value.startsWith('postgres') ? [new URL(value).username] : []))
    return [name, addresses]
  })
  expect(Object.fromEntries(given)).toEqual({
    gateway: ['bridge_service'],
    'sandbox-host': ['bridge_service'],
    portal: ['bridge_service'],
    agent: [],
  })
})

it.each(['gateway', 'portal'])(
  'migrates as the owner of the tables, and lets the %s change rows only',
  async (name) => {
    const database = connectDatabase(findDatabaseUrl(name), { maxConnections: 1 })
    const [tables] = await database.$queryRaw<unknown[]>`
    SELECT count(*) > 0 AS "exist", count(*) FILTER (WHERE tableowner = current_user)::int AS owned
    FROM pg_tables WHERE schemaname = 'public'`
    expect(tables).toEqual({ exist: true, owned: 0 })
    expect(await database.organization.count()).toBe(1)
    await expect(database.$executeRaw`DROP TABLE organization`).rejects.toThrow('must be owner')
    expect(await database.$queryRaw`SELECT * FROM _prisma_migrations`).not.toEqual([])
    await expect(database.$executeRaw`DELETE FROM _prisma_migrations`).rejects.toThrow('permission denied')
    await expect(database.$executeRaw`DELETE FROM audit_event`).rejects.toThrow('permission denied')
    await database.$disconnect()
  },
)
