import { deadAfterMs, defaultProtocolLimits, heartbeatMs, type ProtocolLimits } from '@bridge/agent-protocol'

/** A gateway's settings; `main.ts` builds them from the environment. */
export interface GatewayConfig {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** This gateway's address in its leases; defaults to the listening address. */
  readonly gatewayUrl?: string
  /** Shared with the servers; authenticates their sockets. */
  readonly machineSecret: string
  /** Other secrets servers and gateways may send, while the secret is rotated. */
  readonly machineSecretsAccepted?: readonly string[]
  /** How often every agent is pinged and every lease renewed. */
  readonly heartbeatMs: number
  /** How often sockets are checked for silence, and waiting desktop changes stored. */
  readonly checkMs: number
  /** How long a socket may be silent. */
  readonly deadAfterMs: number
  /** How long a new socket may take to say hello. */
  readonly helloTimeoutMs: number
  /** How many requests an address may make in a minute, without runs' calls and valid sign-ins. */
  readonly maxRequestsPerMinute: number
  /** Whether `X-Forwarded-For` names the client; by default, if a private address says so. */
  readonly trustProxy?: boolean
  /** How often an agent may connect in a minute. */
  readonly maxUpgradesPerMinute: number
  /** The most requests waiting for an agent, in addition to the one it is working on. */
  readonly maxWaiting: number
  /** The most messages an agent may send in a second without a request for them. */
  readonly maxMessagesPerSecond: number
  /** The size limit for write responses kept for a realm, in bytes as the agent packed them. */
  readonly maxJournalBytes: number
  /** How long a drain waits for requests agents are working on. */
  readonly drainTimeoutMs: number
  readonly limits: ProtocolLimits
  /** How long a Web Connector's call is held open while no request comes in; its time-out is 100 s. */
  readonly connectorHoldMs: number
  /** How long a Web Connector's run stays open after its last request. */
  readonly connectorIdleMs: number
}

/** The values of PROTOCOL.md, section 6, and a realm's quota; address, port and secret depend on the deployment. */
export const defaultGatewayConfig = {
  heartbeatMs,
  checkMs: 1_000,
  deadAfterMs,
  helloTimeoutMs: 10_000,
  maxRequestsPerMinute: 6_000,
  maxUpgradesPerMinute: 60,
  maxWaiting: 64,
  maxMessagesPerSecond: 50,
  maxJournalBytes: 64 * 1024 * 1024,
  drainTimeoutMs: 25_000,
  limits: defaultProtocolLimits,
  connectorHoldMs: 25_000,
  connectorIdleMs: 30_000,
} as const satisfies Partial<GatewayConfig>
