import { z } from 'zod'

const schema = z.object({
  BRIDGE_AGENT_TOKEN: z.string().min(1).optional(),
  BRIDGE_URL: z.url({ protocol: /^(http|ws)s?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
})

export type Env = z.infer<typeof schema>

/** The agent's environment, checked. @throws {Error} with one line that names every variable that is wrong. */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const result = schema.safeParse(variables)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The agent's environment cannot be used. ${problems.join('; ')}`)
}
