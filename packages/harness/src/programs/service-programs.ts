import { fileURLToPath } from 'node:url'
import { importLimits } from '@bridge/platform/testing/import-limits'
import type { Limits } from '@bridge/server'
import { createProgram, type Program } from './program.ts'

/** A service program's arguments. */
export interface ServiceProgramOptions {
  readonly name: string
  readonly port: number
  readonly databaseUrl: string
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** A file for the program's log. */
  readonly logFile?: string
  /** Called if it ends on its own, with how it did. */
  readonly onUnexpectedEnd: (description: string) => void
}

interface ServerProgramOptions extends ServiceProgramOptions {
  /** Other limits than a deployment has; by default, no requests are refused. */
  readonly limits?: Partial<Limits>
}

const secret = 'secret-of-the-attacked-service-0123456789'
const unlimited = 100_000_000
const serverProgram = fileURLToPath(new URL('./server-program.ts', import.meta.url))
const sandboxHostProgram = fileURLToPath(import.meta.resolve('@bridge/sandbox-host/main'))
const gatewayProgram = fileURLToPath(import.meta.resolve('@bridge/agent-gateway/main'))

/** Request limits would refuse a load before what is behind them does the work. */
const liftedLimits: Partial<Limits> = {
  oauthRequestsPerMinute: unlimited,
  signInRequestsPerMinute: unlimited,
  apiKeyRequestsPerMinute: unlimited,
  userRequestsPerMinute: unlimited,
  visitorRequestsPerMinute: unlimited,
  pageRequestsPerMinute: unlimited,
}

/** Describes a portal server without its pages, which a build renders. */
export function createServerProgram({
  port,
  databaseUrl,
  env,
  limits = liftedLimits,
  ...options
}: ServerProgramOptions): Program {
  return createProgram({
    ...options,
    args: [...importLimits(limits), serverProgram],
    env: {
      DATABASE_URL: databaseUrl,
      MACHINE_SECRET: secret,
      SESSION_SECRET: secret,
      REST_REQUESTS_PER_MINUTE: String(unlimited),
      SANDBOX_CALLS_PER_DAY: String(unlimited),
      PORT: String(port),
      BASE_URL: toLocalUrl(port),
      LOG_LEVEL: 'silent',
      ...env,
    },
    isReady: () => isOk(`${toLocalUrl(port)}/readyz`),
  })
}

/** Describes an agent gateway. */
export function createGatewayProgram({ port, databaseUrl, env, ...options }: ServiceProgramOptions): Program {
  return createProgram({
    ...options,
    args: [gatewayProgram],
    env: {
      DATABASE_URL: databaseUrl,
      MACHINE_SECRET: secret,
      GATEWAY_URL: toLocalUrl(port),
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      ...env,
    },
    isReady: () => isOk(`${toLocalUrl(port)}/healthz`),
  })
}

/** Describes a sandbox host, whose two processes have the port and the next one. */
export function createSandboxHostProgram({ port, databaseUrl, env, ...options }: ServiceProgramOptions): Program {
  return createProgram({
    ...options,
    args: [sandboxHostProgram],
    env: {
      DATABASE_URL: databaseUrl,
      MACHINE_SECRET: secret,
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      ...env,
    },
    isReady: async () => (await isOk(`${toLocalUrl(port)}/readyz`)) && isOk(`${toLocalUrl(port + 1)}/readyz`),
  })
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
