import { defaultGatewayConfig, Gateway, type GatewayConfig, type GatewayOptions } from '@bridge/agent-gateway'
import { pino } from 'pino'
import { machineSecret } from './machine-secret.ts'

/** A gateway's options, with the settings that differ from a deployment's. */
export type GatewayParts = Partial<Omit<GatewayOptions, 'database' | 'config'>> &
  Pick<GatewayOptions, 'database'> & { readonly config?: Partial<GatewayConfig> }

/** Starts a gateway in this process, on a free local port by default. */
export async function startGateway({ config, ...options }: GatewayParts): Promise<Gateway> {
  const gateway = new Gateway({
    clock: () => new Date(),
    logger: pino({ level: 'silent' }),
    ...options,
    config: { ...defaultGatewayConfig, host: '127.0.0.1', port: 0, machineSecret, ...config },
  })
  await gateway.listen()
  return gateway
}
