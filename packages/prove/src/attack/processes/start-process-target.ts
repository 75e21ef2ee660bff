import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '@bridge/database'
import { findFreePort } from '@bridge/database/free-port'
import { startTestServer, type TestServer } from '@bridge/database/testing/server'
import { createTenant } from '@bridge/harness/create-tenant'
import { createProgram, type Program } from '@bridge/harness/program'
import {
  createGatewayProgram,
  createSandboxHostProgram,
  createServerProgram,
  toLocalUrl,
} from '@bridge/harness/service-programs'
import type { Limits } from '@bridge/server'
import { Agent } from 'undici'
import { findDeletedIds } from '../target/deleted-tenant.ts'
import { fingerprint } from '../target/fingerprint.ts'
import { send } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'

const agentProgram = fileURLToPath(import.meta.resolve('@bridge/edge-agent/simulated/main'))

/** A running service of two servers, a gateway, a sandbox host and an agent, each in a process. */
export interface ProcessTarget extends Target {
  readonly programs: Readonly<Record<ProgramName, Program>>
  /** PostgreSQL starts again when it ends, as in `npm start`. */
  readonly postgres: Pick<TestServer, 'end' | 'url'>
  /** The address of the server ended by attacks. `origin` is the other one's, which the victim calls. */
  readonly endedOrigin: string
  /** How programs ended by themselves, in order. */
  readonly unexpectedEnds: readonly string[]
}

export type ProgramName = 'server' | 'other server' | 'gateway' | 'sandbox host' | 'agent'

interface ProcessTargetOptions {
  /** Additional environment variables of the servers. */
  readonly env?: Readonly<Record<string, string>>
  /** The servers' limits; by default, no requests are refused. */
  readonly limits?: Partial<Limits>
  /** Whether a separate process serves the pages, as in `deploy/`. */
  readonly servesPagesApart?: boolean
}

/**
 * Starts the service's programs locally. Only the pages are missing, which a build renders.
 */
export async function startProcessTarget({
  env = {},
  limits,
  servesPagesApart = false,
}: ProcessTargetOptions = {}): Promise<ProcessTarget> {
  const postgres = await startTestServer()
  const { database, url: databaseUrl } = postgres
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-attack-'))
  const [port, endedPort, gatewayPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const [origin, endedOrigin, gatewayUrl] = [toLocalUrl(port), toLocalUrl(endedPort), toLocalUrl(gatewayPort)]
  const victim = await createTenant(database, 'victim')
  const attacker = await createTenant(database, 'attacker')
  const client = new Agent({ connections: 128, pipelining: 1 })

  const unexpectedEnds: string[] = []
  const onUnexpectedEnd = (description: string) => void unexpectedEnds.push(description)
  const shared = { databaseUrl, onUnexpectedEnd }
  const sharedByServers = { ...shared, ...(limits && { limits }) }
  // Shorter than the default, because some attacks wait for it.
  const serverEnv = { GATEWAY_URL: gatewayUrl, AGENT_TIMEOUT_MS: '30000', ...env }
  const startPages = async () => {
    const pagesPort = await findFreePort()
    const program = createServerProgram({
      ...sharedByServers,
      name: 'pages',
      port: pagesPort,
      env: { ...serverEnv, SURFACES: 'pages', BASE_URL: origin },
    })
    await program.start()
    return { program, origin: toLocalUrl(pagesPort) }
  }
  const programs: Readonly<Record<ProgramName, Program>> = {
    gateway: createGatewayProgram({ ...shared, name: 'gateway', port: gatewayPort }),
    'sandbox host': createSandboxHostProgram({ ...shared, name: 'sandbox host', port: await findFreePort() }),
    'other server': createServerProgram({
      ...sharedByServers,
      name: 'other server',
      port,
      env: { ...serverEnv, ...(servesPagesApart && { SURFACES: 'api' }) },
    }),
    server: createServerProgram({ ...sharedByServers, name: 'server', port: endedPort, env: serverEnv }),
    agent: createProgram({
      name: 'agent',
      args: [agentProgram, '--url', gatewayUrl, '--simulate', path.join(folder, 'victim.jsonl')],
      env: { BRIDGE_AGENT_TOKEN: victim.agentToken, LOG_LEVEL: 'fatal' },
      isReady: () => isConnected(database, victim.productionId),
      onUnexpectedEnd,
    }),
  }
  const pages = servesPagesApart ? await startPages() : undefined
  const { agent, ...others } = programs
  await Promise.all(Object.values(others).map((program) => program.start()))
  await agent.start()

  return {
    programs,
    postgres,
    endedOrigin,
    unexpectedEnds,
    origin,
    port,
    pagesOrigin: pages?.origin ?? origin,
    gatewayOrigin: gatewayUrl,
    database,
    victim,
    attacker,
    deletedIds: await findDeletedIds(database),
    fingerprint: await fingerprint(database, victim),
    send: (request) => send(client, origin, request),
    async close() {
      await client.destroy()
      await Promise.allSettled(Object.values(programs).map((program) => program.end('SIGKILL')))
      await pages?.program.end('SIGKILL')
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isConnected(database: Database, realmId: string): Promise<boolean> {
  const session = await database.realmSession.findUnique({ where: { realmId }, select: { phase: true } })
  return session?.phase === 'ready'
}
