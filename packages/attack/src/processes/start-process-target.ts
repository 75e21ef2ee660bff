import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '@bridge/database'
import { createTestDatabase } from '@bridge/database/testing'
import { Agent } from 'undici'
import { createTenant } from '../target/create-tenant.ts'
import { findDeletedIds } from '../target/deleted-tenant.ts'
import { fingerprint } from '../target/fingerprint.ts'
import { send } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'
import { createProgram, type Program } from './program.ts'

/** A running service of two servers, a gateway and an agent, each in a process. */
export interface ProcessTarget extends Target {
  readonly programs: Readonly<Record<ProgramName, Program>>
  /** The address of the server that attacks end. `origin` is that of the other one, which the victim calls. */
  readonly endedOrigin: string
  /** How programs ended that no attack has ended, in order. */
  readonly unexpectedEnds: readonly string[]
}

export type ProgramName = 'server' | 'other server' | 'gateway' | 'agent'

const secret = 'secret-of-the-attacked-service-0123456789'
const unlimited = '100000000'
const { resolve } = createRequire(import.meta.url)
const serverProgram = fileURLToPath(new URL('./server-program.ts', import.meta.url))

/** Starts the programs of the service on this machine. Only the pages are missing, which a build renders. */
export async function startProcessTarget(): Promise<ProcessTarget> {
  const db = await createTestDatabase()
  const { database, url: databaseUrl } = db
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-attack-'))
  const [port, endedPort, gatewayPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const [origin, endedOrigin, gatewayUrl] = [toUrl(port), toUrl(endedPort), toUrl(gatewayPort)]
  const victim = await createTenant(database, 'victim')
  const attacker = await createTenant(database, 'attacker')
  const client = new Agent({ connections: 128, pipelining: 1 })

  const shared = { DATABASE_URL: databaseUrl, MACHINE_SECRET: secret, GATEWAY_URL: gatewayUrl }
  const unexpectedEnds: string[] = []
  const onUnexpectedEnd = (description: string) => void unexpectedEnds.push(description)
  const createServerProgram = (name: ProgramName, serverPort: number) =>
    createProgram({
      name,
      args: [serverProgram],
      env: {
        ...shared,
        ...withoutLimits,
        PORT: String(serverPort),
        BASE_URL: toUrl(serverPort),
        SESSION_SECRET: secret,
        LOG_LEVEL: 'silent',
        // Shorter than the default, because some attacks wait for it.
        AGENT_TIMEOUT_MS: '30000',
      },
      isReady: () => isOk(`${toUrl(serverPort)}/readyz`),
      onUnexpectedEnd,
    })
  const programs: Readonly<Record<ProgramName, Program>> = {
    gateway: createProgram({
      name: 'gateway',
      args: [resolve('@bridge/agent-gateway/main')],
      env: { ...shared, PORT: String(gatewayPort), LOG_LEVEL: 'fatal' },
      isReady: () => isOk(`${gatewayUrl}/healthz`),
      onUnexpectedEnd,
    }),
    'other server': createServerProgram('other server', port),
    server: createServerProgram('server', endedPort),
    agent: createProgram({
      name: 'agent',
      args: [resolve('@bridge/edge-agent/main'), '--url', gatewayUrl, '--simulate', path.join(folder, 'victim.jsonl')],
      env: { BRIDGE_AGENT_TOKEN: victim.agentToken, LOG_LEVEL: 'fatal' },
      isReady: () => isConnected(database, victim.productionId),
      onUnexpectedEnd,
    }),
  }
  await Promise.all([programs.gateway.start(), programs.server.start(), programs['other server'].start()])
  await programs.agent.start()

  return {
    programs,
    endedOrigin,
    unexpectedEnds,
    origin,
    port,
    database,
    victim,
    attacker,
    deletedIds: await findDeletedIds(database),
    fingerprint: await fingerprint(database, victim),
    send: (request) => send(client, origin, request),
    async close() {
      await client.destroy()
      await Promise.allSettled(Object.values(programs).map((program) => program.end('SIGKILL')))
      await db.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The limits that count requests would refuse a load before what is behind them does the work. */
const withoutLimits = Object.fromEntries(
  [
    'REST_REQUESTS_PER_MINUTE',
    'SANDBOX_CALLS_PER_DAY',
    'OAUTH_REQUESTS_PER_MINUTE',
    'API_KEY_REQUESTS_PER_MINUTE',
    'USER_REQUESTS_PER_MINUTE',
    'VISITOR_REQUESTS_PER_MINUTE',
    'PAGE_REQUESTS_PER_MINUTE',
  ].map((name) => [name, unlimited]),
)

async function isConnected(database: Database, realmId: string): Promise<boolean> {
  const session = await database.realmSession.findUnique({ where: { realmId }, select: { phase: true } })
  return session?.phase === 'ready'
}

function toUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
