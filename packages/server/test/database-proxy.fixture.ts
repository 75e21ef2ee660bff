import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A database address a test can take away. */
export interface DatabaseProxy {
  readonly url: string
  /** Ends every connection and refuses new ones, as a stopped server does. */
  takeAway(): Promise<void>
  bringBack(): Promise<void>
  close(): Promise<void>
}

/** Listens on a free port and passes connections on to the database. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    const database = connect(target)
    track(client)
    track(database)
    client.pipe(database).pipe(client)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  url.host = `127.0.0.1:${port}`
  const takeAway = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: url.href,
    takeAway,
    bringBack: async () => void (await listen(port)),
    close: takeAway,
  }
}
