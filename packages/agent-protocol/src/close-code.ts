/** A close code: its number and reason on the wire, and how the agent reacts. */
export interface CloseCode {
  readonly code: number
  readonly reason: string
  /** `reconnect`: after a back-off. `stop`: connecting again would be refused or do harm. */
  readonly agent: 'reconnect' | 'stop'
}

/** The protocol's close codes (PROTOCOL.md, section 5). */
export const closeCodes = {
  stopping: { code: 1000, reason: 'stopping', agent: 'reconnect' },
  tooBig: { code: 1009, reason: 'message too big', agent: 'reconnect' },
  gatewayError: { code: 1011, reason: 'gateway error', agent: 'reconnect' },
  draining: { code: 1012, reason: 'gateway restarts', agent: 'reconnect' },
  superseded: { code: 4001, reason: 'superseded by a newer socket', agent: 'stop' },
  realmDeleted: { code: 4003, reason: 'realm deleted', agent: 'stop' },
  tokenRevoked: { code: 4004, reason: 'agent token revoked', agent: 'stop' },
  silent: { code: 4005, reason: 'heartbeat timeout', agent: 'reconnect' },
  wrongVersion: { code: 4006, reason: 'protocol version not supported', agent: 'stop' },
  protocolError: { code: 4008, reason: 'protocol error', agent: 'reconnect' },
} as const satisfies Record<string, CloseCode>

export type CloseName = keyof typeof closeCodes

/** Returns the arguments for a WebSocket's `close`: a detail follows the reason, cut to a close frame's 123 bytes. */
export function closeWith(name: CloseName, detail?: string): [code: number, reason: string] {
  const { code, reason } = closeCodes[name]
  if (detail === undefined) return [code, reason]
  const printable = detail.replace(/[^\x20-\x7e]/g, '?')
  return [code, `${reason}: ${printable}`.slice(0, 123)]
}

const reactions = new Map<number, CloseCode['agent']>(Object.values(closeCodes).map(({ code, agent }) => [code, agent]))

/** Returns how an agent reacts to a close code. After an unknown one (1006 is a lost connection) it reconnects. */
export function reactionTo(code: number): CloseCode['agent'] {
  return reactions.get(code) ?? 'reconnect'
}

const names = new Map<number, CloseName>(
  Object.entries(closeCodes).map(([name, { code }]) => [code, name as CloseName]),
)

/** Returns a close code's name; `lost` for one the protocol does not have. */
export function getCloseName(code: number): CloseName | 'lost' {
  return names.get(code) ?? 'lost'
}
