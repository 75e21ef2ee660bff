import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** When to cut a connection: during its upgrade, or at the next bytes in a call or a reply. */
export type Cut =
  | { readonly at: 'upgrade' }
  /** Passes nothing (0) or half (0.5) of the next bytes, then cuts both ends. */
  | { readonly at: 'call' | 'reply'; readonly passes: 0 | 0.5 }

/** A TCP proxy in front of a gateway a test can break. */
export interface CutOffProxy {
  /** Where it listens. */
  readonly port: number
  /** Cuts every connection once, when the next one reaches this stage. */
  cutAt(cut: Cut): void
  /** Cuts every connection now. */
  cut(): void
  close(): Promise<void>
}

/** Listens on a free port and passes connections on to the port `target` returns then. */
export async function startCutOffProxy(target: () => number): Promise<CutOffProxy> {
  const ends = new Set<Socket>()
  let due: Cut | undefined
  const cut = () => {
    due = undefined
    for (const end of ends) end.destroy()
  }
  const pass = (from: Socket, to: Socket, stage: 'call' | 'reply') => {
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
    if (due?.at === 'upgrade') {
      due = undefined
      near.destroy()
      return
    }
    const far = connect(target(), '127.0.0.1')
    pass(near, far, 'call')
    pass(far, near, 'reply')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
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
