/** The version of the protocol that this package speaks; a peer that speaks another is turned away. */
export const protocolVersion = 1

/** What either side takes at most, in bytes. */
export interface ProtocolLimits {
  /** A whole WebSocket message, text or binary. */
  readonly frameBytesMax: number
  /** A control message, and the header of a binary frame. */
  readonly headerBytesMax: number
}

/** The limits of PROTOCOL.md, section 6. */
export const defaultProtocolLimits: ProtocolLimits = {
  frameBytesMax: 64 * 1024 * 1024,
  headerBytesMax: 64 * 1024,
}
