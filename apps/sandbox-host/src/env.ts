import { defineEnvironment, type EnvironmentValues, readEnvironment } from '@bridge/environment'
import { acceptedSecretsSchema, secretSchema } from '@bridge/environment/secrets'
import { tracingVariables } from '@bridge/platform/tracing-variables'
import { z } from 'zod'

/** The sandbox host's environment variables. */
export const environment = defineEnvironment({
  program: 'sandbox-host',
  variables: {
    PORT: {
      schema: z.coerce.number().int().min(1).max(65_000),
      default: 4100,
      description: 'The port of the first process; the others have the next ones.',
    },
    HOST: { schema: z.string().min(1), default: '127.0.0.1', description: 'The address to listen on.' },
    PROCESSES: {
      schema: z.coerce.number().int().min(1).max(64),
      default: 2,
      description: 'The processes that compute sandboxes. With two, the sandboxes of one that ends move to the other.',
    },
    DATABASE_URL: {
      schema: z.url({ protocol: /^postgres(ql)?$/ }),
      description: 'The PostgreSQL database that hosts and servers share.',
    },
    MACHINE_SECRET: {
      schema: secretSchema,
      description: 'Authenticates servers to the host; the same on both, at least 32 characters.',
    },
    MACHINE_SECRETS_ACCEPTED: {
      schema: acceptedSecretsSchema.optional(),
      description:
        'Other secrets, separated by commas, that servers may send: the next and the previous one while `MACHINE_SECRET` is rotated.',
    },
    SANDBOX_HOST_URL: {
      schema: z.url({ protocol: /^http$/ }).optional(),
      defaultText: 'the listening address',
      description:
        'Where servers reach the first process of this host; the others have the next ports. Each host has its own address, not that of a load balancer.',
    },
    SANDBOX_RECORDS_MAX: {
      schema: z.coerce.number().int().positive(),
      default: 10_000,
      description: 'Records that a sandbox may have; the same on the servers, which tell it to users.',
    },
    METRICS_PORT: {
      schema: z.coerce.number().int().min(1).max(65_000).optional(),
      description:
        'The port for Prometheus of the first process, at `/metrics`; the others have the next ones. It needs no credential and must not be public.',
    },
    METRICS_HOST: { schema: z.string().min(1), default: '127.0.0.1', description: 'The address of these ports.' },
    ...tracingVariables,
    LOG_LEVEL: {
      schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
      default: 'info',
      description: 'The lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
    },
  },
})

export type Env = EnvironmentValues<typeof environment>

/** Parses the environment. @throws {Error} listing every invalid variable */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  return readEnvironment(environment, variables)
}
