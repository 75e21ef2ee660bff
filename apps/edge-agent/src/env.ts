import { defineEnvironment, type EnvironmentValues, readEnvironment } from '@bridge/environment'
import { z } from 'zod'

/** Every variable an agent installation can set; command-line options take precedence. */
export const environment = defineEnvironment({
  program: 'edge-agent',
  variables: {
    BRIDGE_URL: {
      schema: z.url({ protocol: /^(http|ws)s?$/ }).optional(),
      description: 'The address of the service. `--url` takes precedence.',
    },
    BRIDGE_AGENT_TOKEN: {
      schema: z.string().min(1).optional(),
      description: 'The agent token of the realm. `--token-file` takes precedence.',
    },
    BRIDGE_AGENT_FOLDER: {
      schema: z.string().min(1).optional(),
      description:
        'The folder of settings, token, status and logs on Windows; by default `BridgeServiceAgent` below `LOCALAPPDATA`.',
    },
    LOCALAPPDATA: {
      schema: z.string().min(1).optional(),
      description: 'The folder of local data of the Windows user; Windows sets it.',
    },
    LOG_LEVEL: {
      schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
      default: 'info',
      description: 'The lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
    },
  },
})

export type Env = EnvironmentValues<typeof environment>

/** Parses the agent's environment. @throws {Error} listing every invalid variable */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  return readEnvironment(environment, variables)
}
