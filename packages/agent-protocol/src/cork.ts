interface Corkable {
  cork(): void
  uncork(): void
}

/**
 * Returns a function to call before writing to a socket. All writes in that event loop turn then leave in one packet.
 *
 * @param getSocket the socket below the WebSocket, once there is one
 * @param setImmediate Node's own
 */
export function createCork(
  getSocket: () => Corkable | undefined,
  setImmediate: (callback: () => void) => void,
): () => void {
  let isCorked = false
  return () => {
    const socket = getSocket()
    if (isCorked || socket === undefined) return
    isCorked = true
    socket.cork()
    setImmediate(() => {
      isCorked = false
      socket.uncork()
    })
  }
}
