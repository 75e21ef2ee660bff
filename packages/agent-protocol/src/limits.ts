/** The protocol's version in this package; a peer with another version is disconnected. */
export const protocolVersion = 1

/** The largest messages either side accepts, in bytes. */
export interface ProtocolLimits {
  /** A whole WebSocket message, text or binary. */
  readonly frameBytesMax: number
  /** A control message, and a binary frame's header. */
  readonly maxHeaderBytes: number
}

/** The limits in PROTOCOL.md, section 6. */
export const defaultProtocolLimits: ProtocolLimits = {
  frameBytesMax: 64 * 1024 * 1024,
  maxHeaderBytes: 64 * 1024,
}

const mebibyte = 1024 * 1024

/** The largest responses the service reads, in bytes of text: a write returns single records. */
export const maxResponseBytes = { read: 16 * mebibyte, write: mebibyte, report: 64 * mebibyte } as const

/** How often a gateway pings its agents and renews their leases. */
export const heartbeatMs = 5_000

/**
 * How long a gateway may go without a heartbeat before it counts as dead: its sockets are closed, and its leases no
 * longer name it. Three heartbeats, so a late one changes nothing.
 */
export const deadAfterMs = 3 * heartbeatMs
