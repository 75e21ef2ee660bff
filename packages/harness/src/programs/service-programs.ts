import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { importLimits } from '@bridge/platform/testing/import-limits'
import type { Limits } from '@bridge/server'
import { machineSecret } from '../machine-secret.ts'
import { createProgram, type Program } from './program.ts'

interface ListeningProgram {
  readonly name: string
  readonly port: number
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

interface ServerProgram extends ListeningProgram {
  /** Other limits than a deployment has; by default, no requests are refused. */
  readonly limits?: Partial<Limits> | undefined
}

interface OtherProgram extends Pick<ListeningProgram, 'name' | 'env'> {
  /** The file and its arguments. */
  readonly args: readonly string[]
  readonly isReady: () => Promise<boolean>
}

interface AgentProgram {
  /** Where the agent connects: a gateway, or a server. */
  readonly url: string
  readonly token: string
  /** The simulated company file's path. */
  readonly companyFile: string
  readonly isReady: () => Promise<boolean>
}

interface ServiceProgramsOptions {
  readonly databaseUrl: string
  /** A folder for the programs' logs; without it, there are none. */
  readonly logFolder?: string
}

const unlimited = 100_000_000
const serverProgram = fileURLToPath(new URL('./server-program.ts', import.meta.url))
const sandboxHostProgram = fileURLToPath(import.meta.resolve('@bridge/sandbox-host/main'))
const gatewayProgram = fileURLToPath(import.meta.resolve('@bridge/agent-gateway/main'))
const agentProgram = fileURLToPath(import.meta.resolve('@bridge/edge-agent/simulated/main'))

/** Request limits would refuse a load before what is behind them does the work. */
const liftedLimits: Partial<Limits> = {
  oauthRequestsPerMinute: unlimited,
  signInRequestsPerMinute: unlimited,
  apiKeyRequestsPerMinute: unlimited,
  userRequestsPerMinute: unlimited,
  visitorRequestsPerMinute: unlimited,
  pageRequestsPerMinute: unlimited,
}

/** The service's programs over one database, each in its own process, as in a deployment. */
export class ServicePrograms {
  /** How programs ended on their own, in order. */
  readonly unexpectedEnds: string[] = []
  readonly #options: ServiceProgramsOptions
  readonly #programs: Program[] = []

  constructor(options: ServiceProgramsOptions) {
    this.#options = options
  }

  /** Describes a server without its pages, which a build renders. */
  server({ name, port, env, limits = liftedLimits }: ServerProgram): Program {
    const variables = {
      REST_REQUESTS_PER_MINUTE: String(unlimited),
      SANDBOX_CALLS_PER_DAY: String(unlimited),
      SESSION_SECRET: machineSecret,
      PORT: String(port),
      BASE_URL: toLocalUrl(port),
      LOG_LEVEL: 'silent',
    }
    const isReady = () => isOk(`${toLocalUrl(port)}/readyz`)
    const args = [...importLimits(limits), serverProgram]
    return this.#describe({ name, args, env: { ...variables, ...env }, isReady })
  }

  /** Describes an agent gateway. */
  gateway({ name, port, env }: ListeningProgram): Program {
    const variables = { GATEWAY_URL: toLocalUrl(port), PORT: String(port), LOG_LEVEL: 'fatal' }
    const isReady = () => isOk(`${toLocalUrl(port)}/healthz`)
    return this.#describe({ name, args: [gatewayProgram], env: { ...variables, ...env }, isReady })
  }

  /** Describes a sandbox host, whose two processes have the port and the next one. */
  sandboxHost({ name, port, env }: ListeningProgram): Program {
    const variables = { PORT: String(port), LOG_LEVEL: 'fatal' }
    const isReady = async () => (await isOk(`${toLocalUrl(port)}/readyz`)) && isOk(`${toLocalUrl(port + 1)}/readyz`)
    return this.#describe({ name, args: [sandboxHostProgram], env: { ...variables, ...env }, isReady })
  }

  /** Describes an agent with a simulated company file. */
  agent({ url, token, companyFile, isReady }: AgentProgram): Program {
    const args = [agentProgram, '--url', url, '--simulate', companyFile]
    return this.other({ name: 'agent', args, env: { BRIDGE_AGENT_TOKEN: token, LOG_LEVEL: 'fatal' }, isReady })
  }

  /** Describes a program that is not connected to the database. */
  other({ name, env = {}, ...options }: OtherProgram): Program {
    const { logFolder } = this.#options
    const program = createProgram({
      ...options,
      name,
      env,
      ...(logFolder !== undefined && { logFile: path.join(logFolder, `${name}.log`) }),
      onUnexpectedEnd: (description) => void this.unexpectedEnds.push(description),
    })
    this.#programs.push(program)
    return program
  }

  /** Kills every program that runs. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#programs.map((program) => program.end('SIGKILL')))
  }

  #describe({ env, ...program }: OtherProgram): Program {
    const { databaseUrl } = this.#options
    return this.other({ ...program, env: { DATABASE_URL: databaseUrl, MACHINE_SECRET: machineSecret, ...env } })
  }
}

/** Returns a local program's address. */
export function toLocalUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** Returns whether a request to the address succeeds. */
export async function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
