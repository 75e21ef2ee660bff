import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { connectDatabase, type Database } from '@bridge/database'
import { applyMigrations } from '@bridge/database/migrate'
import { createSignInUrl } from '@bridge/server/sign-in/sign-in-url'
// @boundaries-ignore the seed stands beside the schema, where Prisma looks for it
import { ownerEmail, seed } from '../../../prisma/seed.ts'
import { programs } from './bundle-apps.ts'
import { readMachineSecrets, writeMachineSecrets } from './machine-secrets.ts'
import { requireFreePort } from './ports.ts'
import { noProgress, type Progress } from './progress.ts'
import { QuickstartError } from './quickstart-error.ts'
import { type QuickstartFacts, readQuickstartFacts, writeQuickstartFacts } from './quickstart-facts.ts'
import { startDatabase } from './start-database.ts'
import { takeDataFolder } from './start-lock.ts'
import { type SupervisorEvents, supervise } from './supervise.ts'
import { waitUntil } from './wait-until.ts'

export interface StartOptions {
  /** Holds everything that lasts: the database, the simulated company file, secrets and logs. */
  readonly dataFolder: string
  readonly port: number
  readonly gatewayPort: number
  /** The public address; this machine's own without it. */
  readonly baseUrl?: string | undefined
  /** A PostgreSQL server of one's own; an embedded one in the data folder without it. */
  readonly databaseUrl?: string | undefined
  /** Where the seeded OAuth client's consent ends. */
  readonly redirectUri?: string | undefined
  /** Settings of the programs beside those that are worked out here. */
  readonly env?: Readonly<Record<string, string>>
  /** Run the sources and start anew on every change, instead of what was built. */
  readonly watch?: boolean
  readonly progress?: Progress
  readonly events?: SupervisorEvents
  /** Told after each thing that started, so that a signal in the middle of a start can stop it. */
  readonly signal?: AbortSignal
}

export interface RunningBridge {
  readonly facts: QuickstartFacts
  readonly ownerId: string
  readonly database: Database
  /** Where the data is, for a person. */
  readonly databasePlace: string
  readonly companyFile: string
  readonly dataFolder: string
  /** Stops agent, portal, gateway and database, in this order. */
  stop(): Promise<void>
}

interface Launch {
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly finalExitCodes?: readonly number[]
}

const readyTimeoutMs = 90_000
const silent: SupervisorEvents = { line: () => undefined, died: () => undefined }

/**
 * Starts the database, the gateway, the portal's server and one agent with a simulated company file, and waits until
 * all of them are ready. The programs must have been built.
 *
 * @throws {QuickstartError} with one line that says what to do; nothing is left running then
 */
export async function startBridge(options: StartOptions): Promise<RunningBridge> {
  const { dataFolder, port, gatewayPort, progress = noProgress } = options
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
  let earlyDeath: string | undefined

  try {
    return await start()
  } catch (error) {
    await stop()
    throw error
  }

  async function start(): Promise<RunningBridge> {
    await mkdir(path.join(dataFolder, 'logs'), { recursive: true, mode: 0o755 })
    stops.push(await takeDataFolder(dataFolder))
    await requireFreePort(port, 'PORT')
    await requireFreePort(gatewayPort, 'GATEWAY_PORT')

    const running = await step('PostgreSQL', () => startDatabase(dataFolder, options.databaseUrl))
    stops.push(running.stop)
    await step('Migrations', () => applyMigrations(running.url))
    const database = connectDatabase(running.url, { poolMax: 2 })
    stops.push(() => database.$disconnect())
    const clock = () => new Date()
    const secrets = await readMachineSecrets(dataFolder)
    const shared = { DATABASE_URL: running.url, MACHINE_SECRET: secrets.machineSecret, GATEWAY_URL: gatewayUrl }
    const [seeded] = await Promise.all([
      step('First organization', async () => {
        const known = { ...(await readQuickstartFacts(dataFolder)), agentToken: secrets.agentToken }
        const made = await seed({ database, clock, redirectUri, known })
        await writeMachineSecrets(dataFolder, { ...secrets, agentToken: made.agentToken })
        return made
      }),
      step('Agent gateway', async () => {
        launch('gateway', { env: { ...shared, PORT: String(gatewayPort) } })
        await waitUntil(() => answersOk(`${gatewayUrl}/healthz`), readyTimeoutMs, notReady('The agent gateway'))
      }),
      step('Portal', async () => {
        const own = { ...shared, PORT: String(port), BASE_URL: baseUrl, SESSION_SECRET: secrets.sessionSecret }
        launch('portal', { env: { ...own, NODE_ENV: options.watch ? 'development' : 'production' } })
        await waitUntil(() => answersOk(`http://127.0.0.1:${port}/readyz`), readyTimeoutMs, notReady('The portal'))
      }),
    ])
    await step('Edge agent with a simulated company file', async () => {
      const startedAt = clock()
      launch('agent', {
        args: ['--url', `http://127.0.0.1:${port}`, '--simulate', companyFile],
        env: { BRIDGE_AGENT_TOKEN: seeded.agentToken },
        // Token refused, another agent took over, realm deleted, update needed: starting again cannot help.
        finalExitCodes: [2, 3, 4, 5],
      })
      const isReady = async () => {
        requireGoingOn()
        const where = { realmId: seeded.productionRealmId, phase: 'ready', connectedAt: { gte: startedAt } } as const
        return (await database.realmSession.count({ where })) === 1
      }
      await waitUntil(isReady, readyTimeoutMs, notReady('The edge agent'))
    })

    const config = { baseUrl, sessionSecret: secrets.sessionSecret }
    const { orgId, sandboxRealmId, productionRealmId, clientId, clientSecret, apiKey } = seeded
    const facts: QuickstartFacts = {
      ...{ baseUrl, gatewayUrl, signInUrl: await createSignInUrl({ database, clock, config }, ownerEmail) },
      ...{ orgId, sandboxRealmId, productionRealmId, clientId, clientSecret, redirectUri, apiKey },
    }
    await writeQuickstartFacts(dataFolder, facts)
    return { facts, ownerId: seeded.ownerId, database, databasePlace: running.place, companyFile, dataFolder, stop }
  }

  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    options.signal?.throwIfAborted()
    return progress.step(name, work)
  }

  function launch(name: keyof typeof programs, { args = [], env, finalExitCodes = [] }: Launch) {
    const { source, bundle } = programs[name]
    const file = options.watch ? ['--import', 'tsx', '--watch', source] : [bundle]
    const child = {
      name,
      args: [...file, ...args],
      env: Object.assign({}, process.env, { NODE_ENV: 'production' as const }, options.env, env),
      logFile: path.join(dataFolder, 'logs', `${name}.log`),
      finalExitCodes,
    }
    const events = options.events ?? silent
    const supervised = supervise(child, {
      line: events.line,
      died(death) {
        const said = death.lastLines.map((line) => `  ${line}`).join('\n')
        earlyDeath ??= `The ${name} ended while it was starting (exit code ${death.code}). Its last lines:\n${said}`
        events.died(death)
      },
    })
    stops.push(() => supervised.stop())
  }

  function requireGoingOn() {
    options.signal?.throwIfAborted()
    if (isStopping) throw new QuickstartError('The start was given up.')
    if (earlyDeath) throw new QuickstartError(earlyDeath)
  }

  async function answersOk(url: string): Promise<boolean> {
    requireGoingOn()
    return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  function notReady(what: string) {
    return () =>
      new QuickstartError(`${what} did not become ready; see ${path.join(dataFolder, 'logs')} for what it said.`)
  }
}
