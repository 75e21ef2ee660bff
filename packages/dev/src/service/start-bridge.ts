import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { connectDatabase, type Database } from '@bridge/database'
import { ensureServiceRole } from '@bridge/database/service-role'
import { createSignInUrl } from '@bridge/identity/sign-in/sign-in-url'
// @boundaries-ignore the seed is next to the schema, where Prisma looks for it
import { ownerEmail, seed } from '../../../../prisma/seed.ts'
import { closeFolder } from '../files/private-file.ts'
import { CommandError } from '../terminal/command-error.ts'
import { noProgress, type Progress } from '../terminal/progress.ts'
import { readMachineSecrets, writeMachineSecrets } from './machine-secrets.ts'
import { migrateDatabase } from './migrate-database.ts'
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

const readyTimeoutMs = 90_000
const silent: SupervisorEvents = { line: () => undefined, exited: () => undefined, stopping: () => undefined }

/**
 * Starts the database, the gateway, the sandbox host, the portal's server and one agent with a simulated company file, and waits until
 * all of them are ready. Requires a build unless `watch` is set.
 *
 * @throws {CommandError} after stopping whatever has started, with a message that says what to do
 */
export async function startBridge(options: StartOptions): Promise<RunningBridge> {
  const { dataFolder, port, gatewayPort, sandboxHostPort, progress = noProgress } = options
  const baseUrl = options.baseUrl ?? `http://localhost:${port}`
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`
  const redirectUri = options.redirectUri ?? 'http://localhost:8000/callback'
  const companyFile = path.join(dataFolder, 'company.jsonl')
  const stops: (() => Promise<void>)[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  let earlyExit: string | undefined

  try {
    return await start()
  } catch (error) {
    await stop()
    throw error
  }

  async function start(): Promise<RunningBridge> {
    await closeFolder(dataFolder)
    await closeFolder(path.join(dataFolder, 'logs'))
    stops.push(await lockDataFolder(dataFolder))
    await requireFreePort(port, 'PORT')
    await requireFreePort(gatewayPort, 'GATEWAY_PORT')
    await requireFreePort(sandboxHostPort, 'SANDBOX_HOST_PORT')

    const running = await step('PostgreSQL', () =>
      startDatabase(dataFolder, options.databaseUrl, (line) => (options.events ?? silent).line('postgres', line, true)),
    )
    stops.push(running.stop)
    await step('Migrations', () => migrateDatabase(running.url))
    const database = connectDatabase(running.url, { maxConnections: 2 })
    stops.push(() => database.$disconnect())
    const clock = () => new Date()
    const secrets = await readMachineSecrets(dataFolder)
    // Your own PostgreSQL has the roles you gave it.
    const databaseUrl =
      options.databaseUrl ??
      (await ensureServiceRole(running.url, 'bridge_service', randomBytes(24).toString('base64url')))
    const shared = { DATABASE_URL: databaseUrl, MACHINE_SECRET: secrets.machineSecret, GATEWAY_URL: gatewayUrl }
    const [seeded] = await Promise.all([
      step('First organization', async () => {
        const existing = { ...(await readQuickstartFacts(dataFolder)), agentToken: secrets.agentToken }
        const { hasTrial = false } = options
        const made = await seed({ database, clock, redirectUri, hasTrial, previous: existing })
        await writeMachineSecrets(dataFolder, { ...secrets, agentToken: made.agentToken })
        return made
      }),
      step('Agent gateway', async () => {
        // The two cannot share a port for metrics: it is the portal's.
        launch('gateway', { env: { ...shared, PORT: String(gatewayPort), METRICS_PORT: undefined } })
        await waitUntil(() => isOk(`${gatewayUrl}/healthz`), readyTimeoutMs, notReady('The agent gateway'))
      }),
      step('Sandbox host', async () => {
        // One process, to save memory: calls wait for the second that its restart takes.
        const env = { PORT: String(sandboxHostPort), PROCESSES: '1', METRICS_PORT: undefined }
        launch('sandbox-host', { env: { ...shared, ...env } })
        const url = `http://127.0.0.1:${sandboxHostPort}/readyz`
        await waitUntil(() => isOk(url), readyTimeoutMs, notReady('The sandbox host'))
      }),
      step('Portal', async () => {
        const portal = { ...shared, PORT: String(port), BASE_URL: baseUrl, SESSION_SECRET: secrets.sessionSecret }
        const env = { ...portal, NODE_ENV: options.watch ? 'development' : 'production' }
        launch('portal', { env, nodeArgs: options.portalArgs ?? [] })
        await waitUntil(() => isOk(`http://127.0.0.1:${port}/readyz`), readyTimeoutMs, notReady('The portal'))
      }),
    ])
    if (options.otherPortal) {
      const { port: otherPort, env, nodeArgs } = options.otherPortal
      const address = { PORT: String(otherPort), BASE_URL: `http://localhost:${otherPort}` }
      launch('portal', {
        name: 'other-portal',
        nodeArgs,
        env: { ...shared, ...address, SESSION_SECRET: secrets.sessionSecret, ...env },
      })
      await waitUntil(() => isOk(`http://127.0.0.1:${otherPort}/readyz`), readyTimeoutMs, notReady('The second portal'))
    }
    await step('Edge agent with a simulated company file', async () => {
      const startedAt = clock()
      launch('agent', {
        args: ['--url', `http://127.0.0.1:${port}`, '--simulate', companyFile],
        env: { BRIDGE_AGENT_TOKEN: seeded.agentToken },
        // Token rejected, replaced by another agent, realm deleted, update required: a restart cannot help.
        finalExitCodes: [2, 3, 4, 5],
      })
      const isReady = async () => {
        requireRunning()
        const where = { realmId: seeded.productionRealmId, phase: 'ready', connectedAt: { gte: startedAt } } as const
        return (await database.realmSession.count({ where })) === 1
      }
      await waitUntil(isReady, readyTimeoutMs, notReady('The edge agent'))
    })

    const config = { baseUrl }
    const { orgId, sandboxRealmId, productionRealmId, clientId, clientSecret, apiKey } = seeded
    const facts: QuickstartFacts = {
      baseUrl,
      gatewayUrl,
      signInUrl: await createSignInUrl({ database, clock, config }, ownerEmail),
      orgId,
      sandboxRealmId,
      productionRealmId,
      clientId,
      clientSecret,
      redirectUri,
      apiKey,
    }
    await writeQuickstartFacts(dataFolder, facts)
    const { place: databasePlace } = running
    return { facts, ownerId: seeded.ownerId, database, databaseUrl, databasePlace, companyFile, dataFolder, stop }
  }

  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    options.signal?.throwIfAborted()
    return progress.step(name, work)
  }

  function launch(program: keyof typeof programs, launched: Launch) {
    const { name = program, nodeArgs = [], args = [], env, finalExitCodes = [] } = launched
    const { file, watched, stopMsMax } = programs[program]
    const child = {
      name,
      args: [...nodeArgs, ...(options.watch ? watched : [file]), ...args],
      env: Object.assign({}, process.env, programEnvironment, options.env, env),
      logFile: path.join(dataFolder, 'logs', `${name}.log`),
      stopMsMax,
      finalExitCodes,
    }
    const events = options.events ?? silent
    const { runProgram = supervise } = options
    const supervised = runProgram(child, {
      ...events,
      exited(exit) {
        const lines = exit.lastLines.map((line) => `  ${line}`).join('\n')
        earlyExit ??= `The ${name} exited during the start (exit code ${exit.code}). Its last lines:\n${lines}`
        events.exited(exit)
      },
    })
    stops.push(() => supervised.stop())
  }

  function requireRunning() {
    options.signal?.throwIfAborted()
    if (isStopping) throw new CommandError('The start was cancelled.')
    if (earlyExit) throw new CommandError(earlyExit)
  }

  async function isOk(url: string): Promise<boolean> {
    requireRunning()
    return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  function notReady(what: string) {
    return () =>
      new CommandError(
        `${what} did not become ready in ${readyTimeoutMs / 1000} s. Its logs are in ${path.join(dataFolder, 'logs')}.`,
      )
  }
}
