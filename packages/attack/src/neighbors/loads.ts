import { connect, type Socket } from 'node:net'
import { bombs } from '../agents/hostile-responses.ts'
import { respondAlways } from '../agents/respond.ts'
import { createHostileCompanyFile, type HostileCompanyFile } from '../target/company-file.ts'
import { sessionCookie } from '../target/session-cookie.ts'
import type { Target } from '../target/start-target.ts'

/** What an attacker repeats while others work. Each call of it resolves when it can be repeated. */
export interface Load {
  readonly repeat: () => Promise<unknown>
  readonly end?: () => void
  /** How many repeat it at a time. */
  readonly atOnce: number
}

const ready = { phase: 'ready' } as const
const scan = `/query?query=${encodeURIComponent("select * from Customer where Notes = 'zz' orderby DisplayName")}`

async function connectHostile(target: Target) {
  const file = await createHostileCompanyFile(target)
  const agent = file.openAgent()
  await agent.sayHello()
  return { file, agent }
}

/** Calls the company file of an agent that responds to everything with these bytes. */
async function responsesOf(target: Target, toPayload: () => Uint8Array): Promise<Load> {
  const { file, agent } = await connectHostile(target)
  const payload = toPayload()
  respondAlways(agent, () => payload)
  return { repeat: () => file.call(scan), end: () => agent.socket.terminate(), atOnce: 4 }
}

async function flood(file: HostileCompanyFile): Promise<void> {
  const agent = file.openAgent()
  await agent.sayHello().catch(() => undefined)
  for (let index = 0; index < 2_000; index += 1) {
    agent.send({ type: 'status', desktop: { ...ready, companyFile: `${index % 2}.qbw` } })
  }
  await agent.closed
}

function attackerCall({ send, attacker }: Target, method: string, path: string, body?: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${attacker.tokens.sandbox}`, 'content-type': 'application/json' }
  return send({
    method,
    path: `/v3/company/${attacker.sandboxId}${path}`,
    headers,
    ...(body !== undefined && { body }),
  })
}

const batch = JSON.stringify({
  BatchItemRequest: Array.from({ length: 30 }, (_, index) => ({
    bId: String(index),
    Query: 'select * from Invoice orderby TxnDate desc maxresults 1000',
  })),
})

/** The worst that a tenant, an agent or a visitor can do, by name. */
export const loads: Readonly<Record<string, (target: Target) => Promise<Load>>> = {
  'an agent floods its gateway, and dials again': async (target) => {
    const file = await createHostileCompanyFile(target)
    return { repeat: () => flood(file), atOnce: 1 }
  },
  'an agent opens sockets without a hello': async (target) => {
    const file = await createHostileCompanyFile(target)
    return {
      repeat: async () => {
        const agent = file.openAgent()
        await new Promise((resolve) => agent.socket.once('open', resolve).once('close', resolve))
        if (agent.socket.readyState === agent.socket.OPEN) agent.socket.send('x'.repeat(60_000))
        await agent.closed
      },
      atOnce: 8,
    }
  },
  'agents respond with a million elements': (target) =>
    responsesOf(target, () => bombs['a million elements']?.() ?? new Uint8Array()),
  'agents respond with 200 MiB': (target) =>
    responsesOf(target, () => bombs['gzip of 200 MiB of spaces']?.() ?? new Uint8Array()),
  'an agent promises pages without an end': (target) =>
    responsesOf(target, () =>
      new TextEncoder().encode(
        '<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK" iteratorRemainingCount="9" iteratorID="{1}"/></QBXMLMsgsRs></QBXML>',
      ),
    ),
  'an agent accepts calls and does not respond': async (target) => {
    const { file, agent } = await connectHostile(target)
    return { repeat: () => file.call(scan), end: () => agent.socket.terminate(), atOnce: 60 }
  },
  'a tenant sends batches of scans': async (target) => ({
    repeat: () => attackerCall(target, 'POST', '/batch', batch),
    atOnce: 6,
  }),
  'a tenant resets a sandbox in a loop': async (target) => ({
    repeat: () =>
      target.send({
        method: 'POST',
        path: `/admin/v1/realms/${target.attacker.sandboxId}/sandbox/reset`,
        headers: { 'x-api-key': target.attacker.members.owner.apiKey, 'content-type': 'application/json' },
        body: '{"template":"sample"}',
      }),
    atOnce: 2,
  }),
  'a tenant sends bodies of 2 MiB': async (target) => {
    const body = `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`
    return { repeat: () => attackerCall(target, 'POST', '/customer', body), atOnce: 8 }
  },
  'a visitor loads the description of the API': async ({ send }) => ({
    repeat: () => send({ method: 'GET', path: '/openapi.json' }),
    atOnce: 10,
  }),
  'a visitor tries sessions and keys': async ({ send }) => ({
    repeat: () =>
      send({ method: 'GET', path: '/admin/v1/orgs', headers: { cookie: `${sessionCookie}=x`, 'x-api-key': 'svc_x' } }),
    atOnce: 10,
  }),
  'a visitor opens connections and sends half a request': async ({ port }) => {
    const sockets = new Set<Socket>()
    return {
      repeat: () =>
        new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () =>
            socket.write('POST /oauth2/v1/tokens HTTP/1.1\r\nHost: x\r\n'),
          )
          sockets.add(socket)
          socket.on('error', () => undefined)
          socket.once('connect', resolve).once('close', resolve)
          // The oldest connections make way, so that the attacker does not run out of ports.
          const [oldest] = sockets
          if (sockets.size > 400 && oldest) {
            oldest.destroy()
            sockets.delete(oldest)
          }
        }),
      end: () => {
        for (const socket of sockets) socket.destroy()
      },
      atOnce: 4,
    }
  },
}
