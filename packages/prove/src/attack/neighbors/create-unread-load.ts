import { connect, type Socket } from 'node:net'
import { findOrigin } from '../target/find-origin.ts'
import type { AttackRequest } from '../target/send.ts'
import type { Load, LoadTarget } from './run-load.ts'

/** Creates a load of connections reading a response's first bytes, and then nothing. */
export function createUnreadLoad(
  target: Pick<LoadTarget, 'origin' | 'pagesOrigin'>,
  { method, path, headers, body = '' }: AttackRequest,
): Load {
  const port = Number(new URL(findOrigin(target, path)).port)
  const sockets = new Set<Socket>()
  const request = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  return {
    repeat: () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(request))
        sockets.add(socket)
        socket.once('data', (head) => {
          socket.pause()
          resolve(head.toString('latin1').startsWith('HTTP/1.1 200'))
        })
        socket.on('error', () => undefined)
        socket.once('close', () => {
          sockets.delete(socket)
          resolve(false)
        })
      }),
    end: () => {
      for (const socket of sockets) socket.destroy()
    },
    atOnce: 4,
  }
}
