/** One way a socket ends: the number and reason on the wire, and what the agent does next. */
export interface CloseCode {
  readonly code: number
  readonly reason: string
  /** `reconnect`: dial again with back-off. `stop`: dialling again would be refused or would do harm. */
  readonly agent: 'reconnect' | 'stop'
}

/** Every close code of the protocol (PROTOCOL.md, section 5). */
export const closeCodes = {
  stopping: { code: 1000, reason: 'stopping', agent: 'reconnect' },
  tooBig: { code: 1009, reason: 'message too big', agent: 'reconnect' },
  gatewayError: { code: 1011, reason: 'gateway error', agent: 'reconnect' },
  draining: { code: 1012, reason: 'gateway restarts', agent: 'reconnect' },
  superseded: { code: 4001, reason: 'superseded by a newer socket', agent: 'stop' },
  realmDeleted: { code: 4003, reason: 'realm deleted', agent: 'stop' },
  tokenRevoked: { code: 4004, reason: 'agent token revoked', agent: 'stop' },
  silent: { code: 4005, reason: 'no sign of life', agent: 'reconnect' },
  wrongVersion: { code: 4006, reason: 'protocol version not supported', agent: 'stop' },
  protocolError: { code: 4008, reason: 'protocol error', agent: 'reconnect' },
} as const satisfies Record<string, CloseCode>

export type CloseName = keyof typeof closeCodes

/** The arguments of a WebSocket's `close`; a detail (what was wrong) follows the reason, within the 123 bytes allowed. */
export function closeWith(name: CloseName, detail?: string): [code: number, reason: string] {
  const { code, reason } = closeCodes[name]
  if (detail === undefined) return [code, reason]
  const printable = detail.replace(/[^\x20-\x7e]/g, '?')
  return [code, `${reason}: ${printable}`.slice(0, 123)]
}

const reactions = new Map<number, CloseCode['agent']>(Object.values(closeCodes).map(({ code, agent }) => [code, agent]))

/** What an agent does after a close code; an unknown one (a lost connection is 1006) means to dial again. */
export function reactionTo(code: number): CloseCode['agent'] {
  return reactions.get(code) ?? 'reconnect'
}
