import {
  defineEnvironment,
  type EnvironmentValues,
  findMisspelled,
  listIgnored,
  readEnvironment,
} from '@bridge/environment'
import { acceptedSecretsSchema, secretSchema } from '@bridge/environment/secrets'
import { tracingVariables } from '@bridge/platform/tracing-variables'
import { z } from 'zod'

/** Every variable a gateway deployment can set. */
export const environment = defineEnvironment({
  program: 'agent-gateway',
  variables: {
    PORT: {
      schema: z.coerce.number().int().min(0).max(65_535),
      default: 4001,
      description: 'The port to listen on; 0 picks a free one.',
    },
    HOST: { schema: z.string().min(1), default: '127.0.0.1', description: 'The address to listen on.' },
    DATABASE_URL: {
      schema: z.url({ protocol: /^postgres(ql)?$/ }),
      description: 'The PostgreSQL database that gateways and servers share.',
    },
    MACHINE_SECRET: {
      schema: secretSchema,
      description: 'Authenticates servers to the gateway; the same on both, at least 32 characters.',
    },
    MACHINE_SECRETS_ACCEPTED: {
      schema: acceptedSecretsSchema.optional(),
      description:
        'Other secrets, separated by commas, that servers and gateways may send: the next and the previous one while `MACHINE_SECRET` is rotated.',
    },
    GATEWAY_URL: {
      schema: z.url({ protocol: /^https?$/ }).optional(),
      defaultText: 'the listening address',
      description: 'Where servers reach this gateway. Each gateway has its own address, not that of a load balancer.',
    },
    TRUST_PROXY: {
      schema: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
      defaultText: 'only for connections from private addresses',
      description:
        'Reads the client address from `X-Forwarded-For`, which a proxy of the deployment must set. A server that passes `/agent` and `/connector` on sets it, too.',
    },
    METRICS_PORT: {
      schema: z.coerce.number().int().min(1).max(65_535).optional(),
      description: 'The port for Prometheus, at `/metrics`. It needs no credential and must not be public.',
    },
    METRICS_HOST: { schema: z.string().min(1), default: '127.0.0.1', description: 'The address of that port.' },
    ...tracingVariables,
    LOG_LEVEL: {
      schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
      default: 'info',
      description: 'The lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
    },
  },
  removed: ['JOURNAL_BYTES_MAX', 'CONNECTOR_IDLE_MS'],
})

export type Env = EnvironmentValues<typeof environment>

/** Returns the variables that are set, but have no effect any more. */
export function listIgnoredVariables(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  return listIgnored(environment, variables)
}

/** Returns unknown variables, with the known ones that they resemble. */
export function findMisspelledVariables(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  return findMisspelled(environment, variables)
}

/** Parses the gateway's environment. @throws {Error} listing every invalid variable */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  return readEnvironment(environment, variables)
}
