import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A stage at which a connection is cut, by which end's bytes it is the turn of. */
export type Cut =
  | { readonly at: 'dialling' }
  /** From now on, nothing (0) or half (0.5) of what comes next passes, and then both ends are cut off. */
  | { readonly at: 'call' | 'answer'; readonly passes: 0 | 0.5 }

/** A way to a gateway that breaks when a test wants it to. */
export interface CutOffProxy {
  /** Cuts every later connection, or the one there is, when its stage comes; once. */
  cutAt(cut: Cut): void
  /** Cuts every connection now. */
  cut(): void
  close(): Promise<void>
}

/** Passes bytes from `port` to the port that `target` names when a connection comes. */
export async function startCutOffProxy(port: number, target: () => number): Promise<CutOffProxy> {
  const ends = new Set<Socket>()
  let due: Cut | undefined
  const cut = () => {
    due = undefined
    for (const end of ends) end.destroy()
  }
  const pass = (from: Socket, to: Socket, stage: 'call' | 'answer') => {
    ends.add(from)
    from.on('error', () => undefined)
    from.on('close', () => {
      ends.delete(from)
      to.destroy()
    })
    from.on('data', (bytes) => {
      if (due?.at !== stage) {
        to.write(bytes)
        return
      }
      const part = bytes.subarray(0, Math.floor(bytes.length * due.passes))
      due = undefined
      to.write(part, () => cut())
    })
  }
  const server = createServer((near) => {
    if (due?.at === 'dialling') {
      due = undefined
      near.destroy()
      return
    }
    const far = connect(target(), '127.0.0.1')
    pass(near, far, 'call')
    pass(far, near, 'answer')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    cutAt: (stage) => {
      due = stage
    },
    cut,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
