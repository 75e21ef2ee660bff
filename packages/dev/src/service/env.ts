import path from 'node:path'
import { z } from 'zod'
import { inRepository, repository } from '../files/repository.ts'
import { CommandError } from '../terminal/command-error.ts'

const port = z.coerce.number().int().min(1).max(65_535)

const schema = z.object({
  PORT: port.default(3000),
  GATEWAY_PORT: port.default(4001),
  SANDBOX_HOST_PORT: port.default(4100),
  STRIPE_PORT: port.default(4002),
  STRIPE_SECRET_KEY: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder for all persistent data, relative to the clone. */
  BRIDGE_DATA_FOLDER: z.string().min(1).optional(),
  /** The shell command signing a Windows program, whose path is added. */
  WINDOWS_SIGN_COMMAND: z.string().min(1).optional(),
  /** The same for the COM hosts, which may have a separate certificate. */
  WINDOWS_HOST_SIGN_COMMAND: z.string().min(1).optional(),
})

export interface Env {
  readonly port: number
  readonly gatewayPort: number
  readonly sandboxHostPort: number
  /** The emulated Stripe's port. */
  readonly stripePort: number
  /** Whether the programs use a real Stripe account. */
  readonly hasStripeKey: boolean
  /** An external PostgreSQL server; by default the embedded one. */
  readonly databaseUrl: string | undefined
  readonly baseUrl: string | undefined
  readonly dataFolder: string
  /** The command signing a Windows program; without it, programs are not signed. */
  readonly windowsSignCommand: string | undefined
  /** The command signing a COM host; without it, the other one does. */
  readonly windowsHostSignCommand: string | undefined
}

/** Reads the commands' variables. @throws {CommandError} naming every invalid variable */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = schema.safeParse(present)
  if (!result.success) {
    const problems = result.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`)
    throw new CommandError(`The environment is invalid. ${problems.join('; ')}`)
  }
  const {
    PORT,
    GATEWAY_PORT,
    SANDBOX_HOST_PORT,
    STRIPE_PORT,
    STRIPE_SECRET_KEY,
    DATABASE_URL,
    BASE_URL,
    BRIDGE_DATA_FOLDER,
  } = result.data
  const { WINDOWS_SIGN_COMMAND: windowsSignCommand, WINDOWS_HOST_SIGN_COMMAND: windowsHostSignCommand } = result.data
  return {
    port: PORT,
    gatewayPort: GATEWAY_PORT,
    sandboxHostPort: SANDBOX_HOST_PORT,
    stripePort: STRIPE_PORT,
    hasStripeKey: STRIPE_SECRET_KEY !== undefined,
    databaseUrl: DATABASE_URL,
    baseUrl: BASE_URL?.replace(/\/+$/, ''),
    dataFolder: BRIDGE_DATA_FOLDER ? path.resolve(repository, BRIDGE_DATA_FOLDER) : inRepository('.bridge'),
    windowsSignCommand,
    windowsHostSignCommand,
  }
}

/** Returns the process's variables, for commands checking them. */
export function readVariables(): Readonly<Record<string, string | undefined>> {
  return process.env
}
