interface Corkable {
  cork(): void
  uncork(): void
}

/**
 * Returns a function to call before writing to a socket. What is written until the end of the turn of the event loop
 * then leaves in one packet.
 *
 * @param getSocket the socket below the WebSocket, once there is one
 * @param setImmediate as Node.js has it
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
