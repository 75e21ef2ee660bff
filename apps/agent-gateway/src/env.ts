import { z } from 'zod'

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4001),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  MACHINE_SECRET: z.string().min(32),
  /** Where servers reach this gateway; its own address without it. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
})

export type Env = z.infer<typeof schema>

/** The gateway's environment, checked. @throws {Error} with one line that names every variable that is wrong. */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const result = schema.safeParse(variables)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The gateway's environment is not complete. ${problems.join('; ')}`)
}
