import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectDatabase } from '@bridge/database'
import { ensureDatabase } from '@bridge/database/create-database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { findFreePort } from '@bridge/database/free-port'
import { applyMigrations } from '@bridge/database/migrate'
import { fileStorage } from '@bridge/edge-agent/simulated/file-storage'
import type { Program } from '@bridge/harness/program'
import { isOk, ServicePrograms, toLocalUrl } from '@bridge/harness/service-programs'
import { type Baseline, createBaseline } from '../crash/baseline.ts'
import { type CrashRealm, createRealms } from '../crash/company.ts'
import { type Balancer, startBalancer } from './balancer.ts'

export const serverNames = ['server 1', 'server 2'] as const
export const gatewayNames = ['gateway 1', 'gateway 2'] as const
export type ProgramName = (typeof serverNames)[number] | (typeof gatewayNames)[number] | 'agents'

/** A program with what the soak test reads and what its balancer does. */
export interface SoakProgram {
  readonly program: Program
  /** Where it serves metrics. */
  readonly metricsUrl: string
  /** Sends it no new connections, or sends them again. */
  setResting(isResting: boolean): void
}

/** A company file and its realm. */
export interface SoakRealm extends CrashRealm {
  readonly file: string
}

/** A running service: a database, two servers and two gateways behind balancers, and agents. */
export interface SoakService {
  /** The servers' address. */
  readonly url: string
  readonly programs: Readonly<Record<ProgramName, SoakProgram>>
  readonly postgres: EmbeddedPostgres
  readonly realms: readonly SoakRealm[]
  readonly baseline: Baseline
  /** The folder for company files and logs. */
  readonly folder: string
  /** How programs ended by themselves, in order. */
  readonly unexpectedEnds: readonly string[]
  /** Ends everything. The folder can stay, for a look at it. */
  close(options: { readonly keepsFolder: boolean }): Promise<void>
}

const agentsFile = fileURLToPath(new URL('./agents-program.ts', import.meta.url))
const agentList = 'agents.json'

/** Starts the service with some agents; half connect through the servers. */
export async function startSoakService(agentCount: number): Promise<SoakService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-soak-'))
  await using started = new AsyncDisposableStack()
  const keeping = { folder: false }
  started.defer(async () => {
    if (!keeping.folder) await rm(folder, { recursive: true, force: true })
  })
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), disposable: true })
  started.defer(() => postgres.stop())
  await ensureDatabase(postgres.url)
  await applyMigrations(postgres.url)
  const baseline = await createBaseline()
  const realms = await createSoakRealms(postgres.url, agentCount, baseline, folder)
  const ports = await findPorts()
  const servers = started.adopt(await startBalancer(serverNames.map((name) => ports[name])), ({ close }) => close())
  const gateways = started.adopt(await startBalancer(gatewayNames.map((name) => ports[name])), ({ close }) => close())
  const agents = realms.map(({ agentToken, file }, index) => ({
    url: index % 2 === 0 ? gateways.url : servers.url,
    token: agentToken,
    file,
  }))
  await writeFile(path.join(folder, agentList), JSON.stringify(agents))
  const service = new ServicePrograms({ databaseUrl: postgres.url, logFolder: folder })
  started.defer(() => service.end())
  const programs = await describePrograms({ service, ports, servers, gateways, folder })
  const { agents: agentsProgram, ...others } = programs
  await Promise.all(Object.values(others).map(({ program }) => program.start()))
  await agentsProgram.program.start()
  const running = started.move()
  return {
    url: servers.url,
    programs,
    postgres,
    realms,
    baseline,
    folder,
    unexpectedEnds: service.unexpectedEnds,
    close: async ({ keepsFolder }) => {
      keeping.folder = keepsFolder
      await running.disposeAsync()
    },
  }
}

interface Description {
  readonly service: ServicePrograms
  readonly ports: Readonly<Record<ProgramName, number>>
  /** The balancers before the servers and the gateways. */
  readonly servers: Balancer
  readonly gateways: Balancer
  readonly folder: string
}

async function describePrograms({
  service,
  ports,
  servers,
  gateways,
  folder,
}: Description): Promise<SoakService['programs']> {
  const describe = async (
    kind: 'server' | 'gateway',
    name: ProgramName,
    balancer: Balancer,
    env: Readonly<Record<string, string>> = {},
  ): Promise<SoakProgram> => {
    const port = ports[name]
    const metricsPort = await findFreePort()
    const variables = { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn', ...env }
    return {
      program: service[kind]({ name, port, env: variables }),
      metricsUrl: `${toLocalUrl(metricsPort)}/metrics`,
      setResting: (isResting) => balancer.setResting(port, isResting),
    }
  }
  // Servers pass agents to the gateways' balancer.
  const serverEnv = { GATEWAY_URL: gateways.url }
  const agentsUrl = toLocalUrl(ports.agents)
  return {
    'server 1': await describe('server', 'server 1', servers, serverEnv),
    'server 2': await describe('server', 'server 2', servers, serverEnv),
    'gateway 1': await describe('gateway', 'gateway 1', gateways),
    'gateway 2': await describe('gateway', 'gateway 2', gateways),
    agents: {
      setResting: () => undefined,
      metricsUrl: `${agentsUrl}/metrics`,
      program: service.other({
        name: 'agents',
        args: [agentsFile, path.join(folder, agentList), String(ports.agents)],
        isReady: () => isOk(`${agentsUrl}/healthz`),
      }),
    },
  }
}

async function findPorts(): Promise<Readonly<Record<ProgramName, number>>> {
  const ports = new Set<number>()
  while (ports.size < 5) ports.add(await findFreePort())
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = ports
  return { 'server 1': first, 'server 2': second, 'gateway 1': third, 'gateway 2': fourth, agents: fifth }
}

/** Creates the realms, each with the baseline books on disk. */
async function createSoakRealms(
  databaseUrl: string,
  count: number,
  baseline: Baseline,
  folder: string,
): Promise<readonly SoakRealm[]> {
  const database = connectDatabase(databaseUrl, { maxConnections: 1 })
  try {
    const seeds = Array.from({ length: count }, (_, index) => ({ seed: index + 1, realmKind: 'production' as const }))
    const realms = await createRealms(database, seeds, baseline)
    const original = path.join(folder, 'baseline.jsonl')
    const storage = await fileStorage(original)
    await storage.exclusive(undefined, () => ({ changes: baseline.documents, result: undefined }))
    await storage.close()
    return await Promise.all(
      realms.map(async (realm) => {
        const file = path.join(folder, `${realm.realmId}.jsonl`)
        await copyFile(original, file)
        return { ...realm, file }
      }),
    )
  } finally {
    await database.$disconnect()
  }
}
