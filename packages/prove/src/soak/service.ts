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
import { createProgram, type Program } from '@bridge/harness/program'
import { createGatewayProgram, createServerProgram, isOk, toLocalUrl } from '@bridge/harness/service-programs'
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

const agentsProgram = fileURLToPath(new URL('./agents-program.ts', import.meta.url))

/** Starts the service with some agents; half connect through the servers. */
export async function startSoakService(agentCount: number): Promise<SoakService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-soak-'))
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), disposable: true })
  const closers: (() => Promise<unknown>)[] = [() => postgres.stop()]
  const close: SoakService['close'] = async ({ keepsFolder }) => {
    for (const each of closers.splice(0).reverse()) await each()
    if (!keepsFolder) await rm(folder, { recursive: true, force: true })
  }
  try {
    await ensureDatabase(postgres.url)
    await applyMigrations(postgres.url)
    const baseline = await createBaseline()
    const realms = await createSoakRealms(postgres.url, agentCount, baseline, folder)
    const unexpectedEnds: string[] = []
    const ports = await findPorts()
    const servers = await startBalancer(serverNames.map((name) => ports[name]))
    const gateways = await startBalancer(gatewayNames.map((name) => ports[name]))
    closers.push(servers.close, gateways.close)
    const listFile = path.join(folder, 'agents.json')
    const agents = realms.map(({ agentToken, file }, index) => ({
      url: index % 2 === 0 ? gateways.url : servers.url,
      token: agentToken,
      file,
    }))
    await writeFile(listFile, JSON.stringify(agents))

    const describe = async (name: ProgramName, balancer: Balancer) => {
      const port = ports[name]
      const metricsPort = await findFreePort()
      return {
        options: {
          name,
          port,
          databaseUrl: postgres.url,
          logFile: path.join(folder, `${name}.log`),
          onUnexpectedEnd: (end: string) => void unexpectedEnds.push(end),
          env: { GATEWAY_URL: toLocalUrl(port), METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' },
        },
        metricsUrl: `${toLocalUrl(metricsPort)}/metrics`,
        setResting: (isResting: boolean) => balancer.setResting(port, isResting),
      }
    }
    const describeServer = async (name: (typeof serverNames)[number]): Promise<SoakProgram> => {
      const { options, ...rest } = await describe(name, servers)
      // Servers pass agents to the gateways' balancer.
      const env = { ...options.env, GATEWAY_URL: gateways.url }
      return { ...rest, program: createServerProgram({ ...options, env }) }
    }
    const describeGateway = async (name: (typeof gatewayNames)[number]): Promise<SoakProgram> => {
      const { options, ...rest } = await describe(name, gateways)
      return { ...rest, program: createGatewayProgram(options) }
    }
    const programs: SoakService['programs'] = {
      'server 1': await describeServer('server 1'),
      'server 2': await describeServer('server 2'),
      'gateway 1': await describeGateway('gateway 1'),
      'gateway 2': await describeGateway('gateway 2'),
      agents: {
        setResting: () => undefined,
        metricsUrl: `${toLocalUrl(ports.agents)}/metrics`,
        program: createProgram({
          name: 'agents',
          args: [agentsProgram, listFile, String(ports.agents)],
          env: {},
          logFile: path.join(folder, 'agents.log'),
          isReady: () => isOk(`${toLocalUrl(ports.agents)}/healthz`),
          onUnexpectedEnd: (end) => void unexpectedEnds.push(end),
        }),
      },
    }
    closers.push(() => Promise.allSettled(Object.values(programs).map(({ program }) => program.end('SIGKILL'))))
    const { agents: agentsOf, ...others } = programs
    await Promise.all(Object.values(others).map(({ program }) => program.start()))
    await agentsOf.program.start()
    return { url: servers.url, programs, postgres, realms, baseline, folder, unexpectedEnds, close }
  } catch (error) {
    await close({ keepsFolder: false })
    throw error
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
