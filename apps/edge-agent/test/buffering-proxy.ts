import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between an agent and its service, able to hold back what the service sends. */
export interface BufferingProxy {
  readonly url: string
  /** Holds back everything from now on. */
  hold(): void
  /** Passes on what was held back, split by a byte count, and holds nothing back any more. */
  release(partBytes: number): void
  /** Ends every connection, and every new one at once. */
  cut(): void
  /** Accepts connections again. */
  restore(): void
  close(): Promise<void>
}

/** Starts a proxy to an address such as `http://127.0.0.1:4000`. */
export async function startBufferingProxy(service: string): Promise<BufferingProxy> {
  const { hostname, port } = new URL(service)
  const sockets = new Set<Socket>()
  let held: { readonly client: Socket; readonly bytes: Buffer }[] = []
  let isHolding = false
  let isCut = false
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((client) => {
    if (isCut) {
      client.on('error', () => undefined).destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
    client.setNoDelay(true)
    client.pipe(upstream)
    upstream.on('data', (bytes) => {
      if (isHolding) held.push({ client, bytes })
      else client.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      isHolding = true
    },
    release: (partBytes) => {
      isHolding = false
      for (const { client, bytes } of held) {
        for (let start = 0; start < bytes.length; start += partBytes) {
          client.write(bytes.subarray(start, start + partBytes))
        }
      }
      held = []
    },
    cut: () => {
      isCut = true
      endAll()
    },
    restore: () => {
      isCut = false
    },
    close: async () => {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
