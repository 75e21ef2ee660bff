import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { World } from './parts.ts'
import type { points } from './schedule.ts'

/** The token that signs what the receivers get. */
export const verifierToken = 'token of the crash runner'

/** The events that a receiver has stored for a company file. */
export interface ReceivedEvents {
  /** The events' IDs, in the order of their first deliveries. */
  readonly ids: readonly string[]
  /** Requests whose signature was wrong. */
  readonly refused: number
}

/** An app's receiver, which dies, hangs and fails where the schedule says, and keeps what it has stored. */
export interface WebhookReceiver {
  readonly url: string
  /** Returns what was received of a company file, and forgets it. */
  take(realmId: string): ReceivedEvents
  close(): Promise<void>
}

interface Event {
  readonly id: string
  readonly intuitaccountid: string
}

/** Starts a receiver on the loopback interface. */
export async function startWebhookReceiver({ isFatal }: Pick<World, 'isFatal'>): Promise<WebhookReceiver> {
  const stored = new Map<string, { readonly ids: Set<string>; refused: number }>()
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray().catch(() => undefined)
    if (chunks === undefined) return
    const body = Buffer.concat(chunks)
    const signature = createHmac('sha256', verifierToken).update(body).digest('base64')
    const events: readonly Event[] = JSON.parse(body.toString())
    const realmId = events[0]?.intuitaccountid ?? ''
    const received = stored.get(realmId) ?? { ids: new Set<string>(), refused: 0 }
    stored.set(realmId, received)
    const fails = (point: (typeof points)['receiver'][number]) => isFatal('receiver', point)
    if (request.headers['intuit-signature'] !== signature) {
      received.refused += 1
      respond(response, 401)
      return
    }
    if (fails('responds with 500')) return respond(response, 500)
    if (fails('hangs before store')) return
    if (fails('dies before store')) return void response.destroy()
    for (const { id } of events) received.ids.add(id)
    if (fails('hangs after store')) return
    if (fails('dies after store')) return void response.destroy()
    respond(response, 200)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    take: (realmId) => {
      const { ids = new Set<string>(), refused = 0 } = stored.get(realmId) ?? {}
      stored.delete(realmId)
      return { ids: [...ids], refused }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function respond(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}
