import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '@bridge/database'
import { findFreePort } from '@bridge/database/free-port'
import { startTestServer, type TestServer } from '@bridge/database/testing/server'
import { createTenant } from '@bridge/harness/create-tenant'
import type { Program } from '@bridge/harness/program'
import { ServicePrograms, toLocalUrl } from '@bridge/harness/service-programs'
import type { Limits } from '@bridge/server'
import { Agent } from 'undici'
import { findDeletedIds } from '../target/deleted-tenant.ts'
import { fingerprint } from '../target/fingerprint.ts'
import { send } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'

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

/** Starts the service's programs locally. Only the pages are missing, which a build renders. */
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
  const service = new ServicePrograms({ databaseUrl })
  // Shorter than the default, because some attacks wait for it.
  const serverEnv = { GATEWAY_URL: gatewayUrl, AGENT_TIMEOUT_MS: '30000', ...env }
  const surfaces: Readonly<Record<string, string>> = servesPagesApart ? { SURFACES: 'api' } : {}
  const programs: Readonly<Record<ProgramName, Program>> = {
    gateway: service.gateway({ name: 'gateway', port: gatewayPort }),
    'sandbox host': service.sandboxHost({ name: 'sandbox host', port: await findFreePort() }),
    'other server': service.server({ name: 'other server', port, limits, env: { ...serverEnv, ...surfaces } }),
    server: service.server({ name: 'server', port: endedPort, limits, env: serverEnv }),
    agent: service.agent({
      url: gatewayUrl,
      token: victim.agentToken,
      companyFile: path.join(folder, 'victim.jsonl'),
      isReady: () => isConnected(database, victim.productionId),
    }),
  }
  const pages = servesPagesApart ? await startPages(service, { ...serverEnv, BASE_URL: origin }, limits) : undefined
  const { agent, ...others } = programs
  await Promise.all(Object.values(others).map((program) => program.start()))
  await agent.start()

  return {
    programs,
    postgres,
    endedOrigin,
    unexpectedEnds: service.unexpectedEnds,
    origin,
    port,
    pagesOrigin: pages ?? origin,
    gatewayOrigin: gatewayUrl,
    database,
    victim,
    attacker,
    deletedIds: await findDeletedIds(database),
    fingerprint: await fingerprint(database, victim),
    send: (request) => send(client, origin, request),
    async close() {
      await client.destroy()
      await service.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server for the pages only. Returns its address. */
async function startPages(
  service: ServicePrograms,
  env: Readonly<Record<string, string>>,
  limits: Partial<Limits> | undefined,
): Promise<string> {
  const port = await findFreePort()
  await service.server({ name: 'pages', port, limits, env: { ...env, SURFACES: 'pages' } }).start()
  return toLocalUrl(port)
}

async function isConnected(database: Database, realmId: string): Promise<boolean> {
  const session = await database.realmSession.findUnique({ where: { realmId }, select: { phase: true } })
  return session?.phase === 'ready'
}
