import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { connectDatabase, type Database } from '@bridge/database'
import { ensureServiceRole } from '@bridge/database/service-role'
import { createSignInUrl } from '@bridge/identity/sign-in/sign-in-url'
// @boundaries-ignore the seed is next to the schema, where Prisma looks for it
import { ownerEmail, seed } from '../../../../prisma/seed.ts'
import { closeFolder, hideFromGit } from '../files/private-file.ts'
import { CommandError } from '../terminal/command-error.ts'
import { noProgress, type Progress } from '../terminal/progress.ts'
import { type MachineSecrets, readMachineSecrets, writeMachineSecrets } from './machine-secrets.ts'
import { migrateDatabase } from './migrate-database.ts'
import type { OperatorVariables } from './operator-variables.ts'
import { requireFreePort } from './ports.ts'
import { programEnvironment, programs } from './programs.ts'
import { type QuickstartFacts, readQuickstartFacts, writeQuickstartFacts } from './quickstart-facts.ts'
import { startDatabase } from './start-database.ts'
import { lockDataFolder } from './start-lock.ts'
import { type SupervisorEvents, supervise } from './supervise.ts'
import { waitUntil } from './wait-until.ts'

export interface StartOptions {
  /** Everything persistent: the database, the simulated company file, secrets and logs. */
  readonly dataFolder: string
  readonly port: number
  readonly gatewayPort: number
  readonly sandboxHostPort: number
  /** The public address; `http://localhost:{port}` by default. */
  readonly baseUrl?: string | undefined
  /** An external PostgreSQL server; by default an embedded one in the data folder. */
  readonly databaseUrl?: string | undefined
  /** The seeded OAuth client's redirect URI. */
  readonly redirectUri?: string | undefined
  /** Whether the first organization begins with a trial. */
  readonly hasTrial?: boolean
  /** Additional environment variables for the programs. */
  readonly env?: Readonly<Record<string, string>>
  /** Additional Node.js arguments of the portal. */
  readonly portalArgs?: readonly string[]
  /** A second portal over the same database, with additional environment variables and Node.js arguments. */
  readonly otherPortal?: {
    readonly port: number
    readonly env: Readonly<Record<string, string>>
    readonly nodeArgs: readonly string[]
  }
  /** Run the sources and reload them on every change, instead of the build. */
  readonly watch?: boolean
  readonly progress?: Progress
  readonly events?: SupervisorEvents
  /** Runs a program; in a child process that is restarted when it exits by default. */
  readonly runProgram?: typeof supervise
  /** Checked after each step: a signal during a start stops it. */
  readonly signal?: AbortSignal
}

export interface RunningBridge {
  readonly facts: QuickstartFacts
  readonly ownerId: string
  readonly database: Database
  readonly databaseUrl: string
  /** The portal's variables, for the operator's commands. */
  readonly portalVariables: OperatorVariables
  /** Describes where the data is. */
  readonly databasePlace: string
  readonly companyFile: string
  readonly dataFolder: string
  /** Stops agent, portal, sandbox host, gateway and database. */
  stop(): Promise<void>
}

interface Launch {
  /** Distinguishes a program's two processes. */
  readonly name?: string
  readonly nodeArgs?: readonly string[]
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly finalExitCodes?: readonly number[]
}

type Seeded = Awaited<ReturnType<typeof seed>>

/** For a busy machine. A program that ends before it is ready is noticed at once. */
const readyTimeoutMs = 300_000
const silent: SupervisorEvents = { line: () => undefined, exited: () => undefined, stopping: () => undefined }

/**
 * Starts the database, the gateway, the sandbox host, the portal's server and one agent with a simulated company file,
 * and waits until all of them are ready. Requires a build unless `watch` is set.
 *
 * @throws {CommandError} after stopping whatever has started, with a message that says what to do
 */
export async function startBridge(options: StartOptions): Promise<RunningBridge> {
  const start = new BridgeStart(options)
  try {
    return await start.run()
  } catch (error) {
    await start.stop()
    throw error
  }
}

/** What every program gets in its environment. */
type SharedVariables = Readonly<Record<'DATABASE_URL' | 'MACHINE_SECRET' | 'GATEWAY_URL', string>>

function clock(): Date {
  return new Date()
}

/** One start: a list of steps, and what must be stopped after each. */
class BridgeStart {
  readonly #options: StartOptions
  readonly #events: SupervisorEvents
  readonly #baseUrl: string
  readonly #gatewayUrl: string
  readonly #redirectUri: string
  readonly #companyFile: string
  readonly #stops: (() => Promise<void>)[] = []
  #isStopping = false
  #earlyExit: string | undefined

  constructor(options: StartOptions) {
    this.#options = options
    this.#events = options.events ?? silent
    this.#baseUrl = options.baseUrl ?? `http://localhost:${options.port}`
    this.#gatewayUrl = `http://127.0.0.1:${options.gatewayPort}`
    this.#redirectUri = options.redirectUri ?? 'http://localhost:8000/callback'
    this.#companyFile = path.join(options.dataFolder, 'company.jsonl')
  }

  async run(): Promise<RunningBridge> {
    const { dataFolder } = this.#options
    await this.#claimFolderAndPorts()
    const { databaseUrl, databasePlace, database } = await this.#openDatabase()
    const secrets = await readMachineSecrets(dataFolder)
    const shared = { DATABASE_URL: databaseUrl, MACHINE_SECRET: secrets.machineSecret, GATEWAY_URL: this.#gatewayUrl }
    const [seeded] = await Promise.all([
      this.#step('First organization', () => this.#seed(database, secrets)),
      this.#step('Agent gateway', () => this.#startGateway(shared)),
      this.#step('Sandbox host', () => this.#startSandboxHost(shared)),
      this.#step('Portal', () => this.#startPortal(this.#portalVariables(shared, secrets))),
    ])
    await this.#startOtherPortal(shared, secrets)
    await this.#step('Edge agent with a simulated company file', () => this.#startAgent(database, seeded))
    const facts = await this.#createFacts(database, seeded)
    await writeQuickstartFacts(dataFolder, facts)
    return {
      facts,
      ownerId: seeded.ownerId,
      database,
      databaseUrl,
      portalVariables: this.#portalVariables(shared, secrets),
      databasePlace,
      companyFile: this.#companyFile,
      dataFolder,
      stop: () => this.stop(),
    }
  }

  /** Stops whatever has started, the latest first. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (let next = this.#stops.pop(); next; next = this.#stops.pop()) await next()
  }

  async #claimFolderAndPorts(): Promise<void> {
    const { dataFolder, port, gatewayPort, sandboxHostPort } = this.#options
    await closeFolder(dataFolder)
    await hideFromGit(dataFolder)
    await closeFolder(path.join(dataFolder, 'logs'))
    this.#stops.push(await lockDataFolder(dataFolder))
    await requireFreePort(port, 'PORT')
    await requireFreePort(gatewayPort, 'GATEWAY_PORT')
    await requireFreePort(sandboxHostPort, 'SANDBOX_HOST_PORT')
  }

  async #openDatabase() {
    const { dataFolder, databaseUrl: externalUrl } = this.#options
    const running = await this.#step('PostgreSQL', () =>
      startDatabase(dataFolder, externalUrl, (line) => this.#events.line('postgres', line, true)),
    )
    this.#stops.push(running.stop)
    await this.#step('Migrations', () => migrateDatabase(running.url))
    const database = connectDatabase(running.url, { maxConnections: 2 })
    this.#stops.push(() => database.$disconnect())
    // Your own PostgreSQL has the roles you gave it.
    const databaseUrl =
      externalUrl ?? (await ensureServiceRole(running.url, 'bridge_service', randomBytes(24).toString('base64url')))
    return { database, databaseUrl, databasePlace: running.place }
  }

  async #seed(database: Database, secrets: MachineSecrets): Promise<Seeded> {
    const { dataFolder, hasTrial = false } = this.#options
    const previous = { ...(await readQuickstartFacts(dataFolder)), agentToken: secrets.agentToken }
    const seeded = await seed({ database, clock, redirectUri: this.#redirectUri, hasTrial, previous })
    await writeMachineSecrets(dataFolder, { ...secrets, agentToken: seeded.agentToken })
    return seeded
  }

  async #startGateway(shared: SharedVariables): Promise<void> {
    // The two cannot share a port for metrics: it is the portal's.
    const address = { PORT: String(this.#options.gatewayPort), METRICS_PORT: undefined }
    this.#launch('gateway', { env: { ...shared, ...address } })
    await this.#waitForUrl(`${this.#gatewayUrl}/healthz`, 'The agent gateway')
  }

  async #startSandboxHost(shared: SharedVariables): Promise<void> {
    const { sandboxHostPort } = this.#options
    // One process, to save memory: calls wait for the second that its restart takes.
    const env = { PORT: String(sandboxHostPort), PROCESSES: '1', METRICS_PORT: undefined }
    this.#launch('sandbox-host', { env: { ...shared, ...env } })
    await this.#waitForUrl(`http://127.0.0.1:${sandboxHostPort}/readyz`, 'The sandbox host')
  }

  #portalVariables(shared: SharedVariables, { sessionSecret }: MachineSecrets): OperatorVariables {
    return { ...shared, PORT: String(this.#options.port), BASE_URL: this.#baseUrl, SESSION_SECRET: sessionSecret }
  }

  async #startPortal(variables: OperatorVariables): Promise<void> {
    const { port, watch, portalArgs: nodeArgs = [] } = this.#options
    this.#launch('portal', { env: { ...variables, NODE_ENV: watch ? 'development' : 'production' }, nodeArgs })
    await this.#waitForUrl(`http://127.0.0.1:${port}/readyz`, 'The portal')
  }

  async #startOtherPortal(shared: SharedVariables, { sessionSecret }: MachineSecrets): Promise<void> {
    if (!this.#options.otherPortal) return
    const { port, env, nodeArgs } = this.#options.otherPortal
    const address = { PORT: String(port), BASE_URL: `http://localhost:${port}` }
    this.#launch('portal', {
      name: 'other-portal',
      nodeArgs,
      env: { ...shared, ...address, SESSION_SECRET: sessionSecret, ...env },
    })
    await this.#waitForUrl(`http://127.0.0.1:${port}/readyz`, 'The second portal')
  }

  async #startAgent(database: Database, { agentToken, productionRealmId: realmId }: Seeded): Promise<void> {
    const startedAt = clock()
    this.#launch('agent', {
      args: ['--url', `http://127.0.0.1:${this.#options.port}`, '--simulate', this.#companyFile],
      env: { BRIDGE_AGENT_TOKEN: agentToken },
      // Token rejected, replaced by another agent, realm deleted, update required: a restart cannot help.
      finalExitCodes: [2, 3, 4, 5],
    })
    const isReady = async () => {
      this.#requireRunning()
      const where = { realmId, phase: 'ready', connectedAt: { gte: startedAt } } as const
      return (await database.realmSession.count({ where })) === 1
    }
    await waitUntil(isReady, readyTimeoutMs, () => this.#notReady('The edge agent'))
  }

  async #createFacts(database: Database, seeded: Seeded): Promise<QuickstartFacts> {
    const { orgId, sandboxRealmId, productionRealmId, clientId, clientSecret, apiKey } = seeded
    const config = { baseUrl: this.#baseUrl }
    return {
      baseUrl: this.#baseUrl,
      gatewayUrl: this.#gatewayUrl,
      signInUrl: await createSignInUrl({ database, clock, config }, ownerEmail),
      orgId,
      sandboxRealmId,
      productionRealmId,
      clientId,
      clientSecret,
      redirectUri: this.#redirectUri,
      apiKey,
    }
  }

  async #step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { signal, progress = noProgress } = this.#options
    signal?.throwIfAborted()
    return progress.step(name, work)
  }

  #launch(program: keyof typeof programs, launched: Launch): void {
    const { name = program, nodeArgs = [], args = [], env, finalExitCodes = [] } = launched
    const { watch, dataFolder, runProgram = supervise } = this.#options
    const { file, watched, maxStopMs } = programs[program]
    const child = {
      name,
      args: [...nodeArgs, ...(watch ? watched : [file]), ...args],
      env: Object.assign({}, process.env, programEnvironment, this.#options.env, env),
      logFile: path.join(dataFolder, 'logs', `${name}.log`),
      maxStopMs,
      finalExitCodes,
    }
    const supervised = runProgram(child, {
      ...this.#events,
      exited: (exit) => {
        const lines = exit.lastLines.map((line) => `  ${line}`).join('\n')
        this.#earlyExit ??= `The ${name} exited during the start (exit code ${exit.code}). Its last lines:\n${lines}`
        this.#events.exited(exit)
      },
    })
    this.#stops.push(() => supervised.stop())
  }

  async #waitForUrl(url: string, what: string): Promise<void> {
    const isOk = async () => {
      this.#requireRunning()
      return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
    }
    await waitUntil(isOk, readyTimeoutMs, () => this.#notReady(what))
  }

  #requireRunning(): void {
    this.#options.signal?.throwIfAborted()
    if (this.#isStopping) throw new CommandError('The start was cancelled.')
    if (this.#earlyExit) throw new CommandError(this.#earlyExit)
  }

  #notReady(what: string): CommandError {
    const logs = path.join(this.#options.dataFolder, 'logs')
    return new CommandError(`${what} did not become ready in ${readyTimeoutMs / 1000} s. Its logs are in ${logs}.`)
  }
}
