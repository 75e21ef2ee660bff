import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { quickstart } from './quickstart.ts'

/** A connection a test can cut, as a restart does, without ending the service for other tests. */
export interface CuttableConnection {
  /** The portal's address behind the connection. */
  readonly baseUrl: string
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Opens a port to the service. */
export async function openCuttableConnection(): Promise<CuttableConnection> {
  const port = Number(new URL(quickstart().baseUrl).port)
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(port, 'localhost')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  const listen = async (wanted: number) => {
    server.listen(wanted, 'localhost')
    await once(server, 'listening')
  }
  await listen(0)
  const opened = (server.address() as AddressInfo).port
  return {
    baseUrl: `http://localhost:${opened}`,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: () => listen(opened),
  }
}
