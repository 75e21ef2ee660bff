import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ScriptedAgent } from '@bridge/agent-gateway/testing/scripted-agent'
import { closeCodes, defaultProtocolLimits, parseGatewayMessage } from '@bridge/agent-protocol'
import { bombs, customerRet, type MakePayload } from '../agents/hostile-responses.ts'
import { respondAlways } from '../agents/respond.ts'
import { createHostileCompanyFile, type HostileCompanyFile } from '../target/company-file.ts'
import type { Reply } from '../target/reply.ts'
import type { CreateLoad, Load, LoadTarget } from './run-load.ts'

const ready = { phase: 'ready' } as const
const scan = `/query?query=${encodeURIComponent("select * from Customer where Notes = 'zz' orderby DisplayName")}`
const encoder = new TextEncoder()

/** Keeps a company file's agent connected, which may lose its gateway. */
function createReconnector(file: HostileCompanyFile, serve: (agent: ScriptedAgent) => void) {
  let connected: Promise<ScriptedAgent> | undefined
  let isOver = false
  const connect = async () => {
    const agent = file.openAgent()
    const forget = () => {
      connected = undefined
    }
    void agent.closed.then(forget)
    await agent.sayHello().catch((error) => {
      forget()
      throw error
    })
    serve(agent)
    if (isOver) agent.socket.terminate()
    return agent
  }
  return {
    connect: () => {
      connected ??= connect()
      return connected
    },
    end: () => {
      isOver = true
      connected?.then(({ socket }) => socket.terminate()).catch(() => undefined)
    },
  }
}

interface HostileCalls {
  readonly serve: (agent: ScriptedAgent) => void
  readonly call: (file: HostileCompanyFile, count: number) => Promise<Reply>
  /** Whether the service worked on the call. */
  readonly isReached: (reply: Reply) => boolean
  readonly atOnce: number
}

/** Calls a company file whose agent is hostile. */
async function callHostile(target: LoadTarget, { serve, call, isReached, atOnce }: HostileCalls): Promise<Load> {
  const file = await createHostileCompanyFile(target)
  const { connect, end } = createReconnector(file, serve)
  let count = 0
  return {
    repeat: async () => {
      await connect()
      count += 1
      return isReached(await call(file, count))
    },
    end,
    atOnce,
  }
}

function isServed({ status }: Reply): boolean {
  return ![401, 429, 503].includes(status)
}

/** An unresponsive agent keeps the calls behind the first one waiting, until they or further ones are refused. */
function isHeldUp({ status, body }: Reply): boolean {
  return status === 504 || status === 429 || body.includes('AGENT_BUSY')
}

/** Calls the company file behind an agent responding to everything with these bytes. */
function respondWith(toPayload: MakePayload): CreateLoad {
  return async (target) => {
    const payload = await toPayload()
    return callHostile(target, {
      serve: (agent) => void respondAlways(agent, () => payload),
      call: (file) => file.call(scan),
      isReached: isServed,
      atOnce: 4,
    })
  }
}

function makeBomb(name: keyof typeof bombs & string): MakePayload {
  return () => {
    const make = bombs[name]
    if (make === undefined) throw new Error(`There is no bomb with ${name}.`)
    return make()
  }
}

/** A response to a write, almost at the service's storage limit. */
function longAdd(request: string): Uint8Array {
  const id = /requestID="([^"]*)"/.exec(request)?.[1] ?? '1'
  const text = `<!--${'x'.repeat(1_000_000)}-->`
  return encoder.encode(
    `<QBXML><QBXMLMsgsRs><CustomerAddRs requestID="${id}" statusCode="0" statusSeverity="Info" statusMessage="OK">${text}</CustomerAddRs></QBXMLMsgsRs></QBXML>`,
  )
}

async function flood(file: HostileCompanyFile): Promise<boolean> {
  const agent = file.openAgent()
  await agent.sayHello()
  for (let index = 0; index < 2_000; index += 1) {
    agent.send({ type: 'status', desktop: { ...ready, companyFile: `${index % 2}.qbw` } })
  }
  const { code } = await agent.closed
  return code === closeCodes.protocolError.code
}

/** Below the rate at which a gateway disconnects an agent. */
const messagesPerSecond = 40
const maxIdsPerMessage = 256

/** Reports writes no one has sent: the gateway looks for them in its journal. */
async function reportUnknownWrites(agent: ScriptedAgent): Promise<boolean> {
  agent.send({ type: 'completed', ids: Array.from({ length: maxIdsPerMessage }, () => randomUUID()) })
  await delay(1_000 / messagesPerSecond)
  return agent.socket.readyState === agent.socket.OPEN
}

/** A write, and as many queries as fit into its batch. */
const mixedBatch = {
  BatchItemRequest: [
    { bId: 'write', operation: 'create', Customer: { DisplayName: 'Hostile' } },
    ...Array.from({ length: 29 }, (_, index) => ({ bId: `${index}`, Query: 'select * from Customer maxresults 1000' })),
  ],
}

/** A query page, almost at the limit for a batch with a write, in many small elements. */
const pageOfTinyElements = encoder.encode(
  `<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK">${Array.from(
    { length: 1_000 },
    (_, index) => customerRet(`8${String(index).padStart(7, '0')}-1`, `A${index}`, '<Fax>1</Fax>'.repeat(55)),
  ).join('')}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`,
)

function respondToMixedBatch(request: string): Uint8Array {
  if (!request.includes('<CustomerAddRq')) return pageOfTinyElements
  const id = /requestID="([^"]*)"/.exec(request)?.[1] ?? '1'
  return encoder.encode(
    `<QBXML><QBXMLMsgsRs><CustomerAddRs requestID="${id}" statusCode="0" statusSeverity="Info" statusMessage="OK">${customerRet('80000001-1', 'Hostile')}</CustomerAddRs></QBXMLMsgsRs></QBXML>`,
  )
}

/** The worst an agent can do, by name. */
export const agentLoads: Readonly<Record<string, CreateLoad>> = {
  'an agent floods its gateway, and dials again': async (target) => {
    const file = await createHostileCompanyFile(target)
    return { repeat: () => flood(file), atOnce: 1 }
  },
  'an agent opens sockets without a hello': async (target) => {
    const file = await createHostileCompanyFile(target)
    const sockets = new Set<ScriptedAgent['socket']>()
    return {
      repeat: async () => {
        const { socket, closed } = file.openAgent()
        sockets.add(socket)
        await new Promise((resolve) => socket.once('open', resolve).once('close', resolve))
        const isOpen = socket.readyState === socket.OPEN
        if (isOpen) socket.send('x'.repeat(60_000))
        await closed
        sockets.delete(socket)
        return isOpen
      },
      end: () => {
        for (const socket of sockets) socket.terminate()
      },
      atOnce: 8,
    }
  },
  'an agent reports writes that do not exist': async (target) => {
    const { connect, end } = createReconnector(await createHostileCompanyFile(target), () => undefined)
    return { repeat: async () => reportUnknownWrites(await connect()), end, atOnce: 1 }
  },
  'agents respond with a million elements': respondWith(makeBomb('a million elements')),
  'agents respond with 200 MiB': respondWith(makeBomb('gzip of 200 MiB of spaces')),
  'an agent promises pages without an end': respondWith(() =>
    encoder.encode(
      '<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK" iteratorRemainingCount="9" iteratorID="{1}"/></QBXMLMsgsRs></QBXML>',
    ),
  ),
  'an agent responds to writes with 1 MB': (target) =>
    callHostile(target, {
      serve: (agent) => void respondAlways(agent, longAdd),
      call: (file, count) => file.call('/customer', { DisplayName: `Hostile ${count}` }),
      isReached: isServed,
      atOnce: 4,
    }),
  'an agent sends many elements to a batch that also writes': (target) =>
    callHostile(target, {
      serve: (agent) => void respondAlways(agent, respondToMixedBatch),
      call: (file) => file.call('/batch', mixedBatch),
      isReached: isServed,
      atOnce: 4,
    }),
  'an agent accepts calls and does not respond': (target) =>
    callHostile(target, {
      serve: (agent) => {
        replyToPings(agent)
        void acceptAlways(agent)
      },
      call: (file) => file.call(scan),
      isReached: isHeldUp,
      atOnce: 60,
    }),
}

/** Replies to every ping: the agent counts as connected. */
function replyToPings({ socket, send }: ScriptedAgent): void {
  socket.on('message', (data, isBinary) => {
    if (isBinary) return
    const { message } = parseGatewayMessage(String(data), defaultProtocolLimits)
    if (message?.type === 'ping') send({ type: 'pong', n: message.n })
  })
}

async function acceptAlways(agent: ScriptedAgent): Promise<void> {
  try {
    for (;;) await agent.accept()
  } catch {
    // The socket has ended.
  }
}
