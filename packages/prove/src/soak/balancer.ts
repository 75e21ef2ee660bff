import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { toLocalUrl } from '@bridge/harness/service-programs'

/** Balances TCP connections, as a Kubernetes service does: it knows nothing about requests. */
export interface Balancer {
  readonly url: string
  /** Sends no new connections to the program on a port, or sends them again. */
  setResting(port: number, isResting: boolean): void
  close(): Promise<void>
}

/** Distributes connections to the ports in turn. Ports refusing a connection are skipped. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const resting = new Set<number>()
  const sockets = new Set<Socket>()
  let turn = 0

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.once('close', () => sockets.delete(socket))
  }

  /** Connects to the first port accepting. */
  const pass = (client: Socket, [port, ...others]: readonly number[]): void => {
    if (port === undefined || client.destroyed) {
      client.destroy()
      return
    }
    const program = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    keep(program)
    const refuse = () => pass(client, others)
    program.once('error', refuse)
    program.once('connect', () => {
      program.off('error', refuse)
      program.on('error', () => client.destroy())
      program.on('close', () => client.destroy())
      client.on('close', () => program.destroy())
      client.pipe(program).pipe(client)
    })
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client)
    client.on('error', () => client.destroy())
    turn += 1
    const inTurn = ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0)
    pass(
      client,
      inTurn.filter((port) => !resting.has(port)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: toLocalUrl((server.address() as AddressInfo).port),
    setResting: (port, isResting) => void (isResting ? resting.add(port) : resting.delete(port)),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
