import { defaultProtocolLimits, type ProtocolLimits } from '@bridge/agent-protocol'

/** Everything a gateway can be told; `env.ts` makes it from the environment. */
export interface GatewayConfig {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Where servers reach this gateway, written into the lease; the listening address without it. */
  readonly gatewayUrl?: string
  /** Shared with the servers; authenticates their sockets. */
  readonly machineSecret: string
  /** How often every agent is pinged and every lease renewed. */
  readonly heartbeatMs: number
  /** A socket that was silent for so long is closed. */
  readonly deadAfterMs: number
  /** How long a new socket may take to say hello. */
  readonly helloTimeoutMs: number
  /** Requests that wait for a realm's agent at most, besides the one it works on. */
  readonly waitingMax: number
  /** How long a drain waits for requests that agents work on. */
  readonly drainMs: number
  readonly limits: ProtocolLimits
}

/** What PROTOCOL.md, section 6, sets; address, port and secret are everybody's own. */
export const defaultGatewayConfig = {
  heartbeatMs: 5_000,
  deadAfterMs: 15_000,
  helloTimeoutMs: 10_000,
  waitingMax: 64,
  drainMs: 25_000,
  limits: defaultProtocolLimits,
} as const satisfies Partial<GatewayConfig>
