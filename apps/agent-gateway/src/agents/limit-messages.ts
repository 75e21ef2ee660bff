import type { WebSocket } from 'ws'

/**
 * Sets the largest message a socket accepts from now on, in bytes. The library has one limit per server, so a server
 * starts with the smallest one, and a socket's receiver, which reads its limit for each frame, gets another.
 *
 * @throws {TypeError} if this version of the library keeps the limit elsewhere
 */
export function limitMessages(socket: WebSocket, maxBytes: number): void {
  const receiver: unknown = Reflect.get(socket, '_receiver')
  if (typeof receiver !== 'object' || receiver === null || !('_maxPayload' in receiver)) {
    throw new TypeError('The WebSocket has no receiver with a limit.')
  }
  receiver._maxPayload = maxBytes
}
