import { randomUUID } from 'node:crypto'
import { getUpgradeStatus, openAgentSocket, type ScriptedAgent } from '@bridge/agent-gateway/testing/scripted-agent'
import { closeCodes, encodeFrame, protocolVersion } from '@bridge/agent-protocol'
import type { Attack } from '../run/attack.ts'
import { callNeighbor } from '../target/call-neighbor.ts'
import { createHostileCompanyFile } from '../target/company-file.ts'
import { findHeader, type Reply } from '../target/reply.ts'
import { agentTimeoutMs, type Target } from '../target/start-target.ts'
import { replyToPings, withHostileAgent } from './respond.ts'

const superseded = closeCodes.superseded.code
const ready = { phase: 'ready' } as const
const hello = { type: 'hello', protocol: protocolVersion, agentVersion: '1', desktop: ready, completed: [] } as const

interface Seen {
  readonly code: number
  readonly failures: readonly string[]
}

/** A gateway's codes for closing a socket: WebSocket's, and the agent protocol's. */
const closes: readonly number[] = [1002, 1003, 1006, 1007, 1009, 4008]

function attackSocket(name: string, send: (agent: ScriptedAgent) => void, isWelcome: boolean): Attack<Seen> {
  const attack = async (target: Target, agent: ScriptedAgent) => {
    send(agent)
    const { code } = await agent.closed
    return { code, failures: await callNeighbor(target) }
  }
  return {
    name,
    attempt: async (target) => {
      if (isWelcome) return withHostileAgent(target, (agent) => attack(target, agent))
      const agent = (await createHostileCompanyFile(target)).openAgent()
      await new Promise((resolve) => agent.socket.once('open', resolve))
      return attack(target, agent)
    },
    holds: ({ code, failures }) => closes.includes(code) && failures.length === 0,
  }
}

function text(value: unknown): string {
  return JSON.stringify(value)
}
const flood = 2_000

function repeat(count: number, send: (index: number) => void): void {
  for (let index = 0; index < count; index += 1) send(index)
}

const beforeHello: Readonly<Record<string, (agent: ScriptedAgent) => void>> = {
  'a frame of 1 MiB': ({ socket }) => socket.send('x'.repeat(1024 ** 2)),
  'a binary frame of 1 MiB': ({ socket }) => socket.send(new Uint8Array(1024 ** 2)),
  'a status': (agent) => agent.send({ type: 'status', desktop: ready }),
  'a hello with NUL': ({ socket }) => socket.send(text({ ...hello, agentVersion: 'a\0b' })),
  'a hello with a long version': ({ socket }) => socket.send(text({ ...hello, agentVersion: 'a'.repeat(60_000) })),
  'a hello with 1,500 completed writes': ({ socket }) =>
    socket.send(text({ ...hello, completed: Array.from({ length: 1_500 }, () => randomUUID()) })),
  'deep JSON': ({ socket }) => socket.send('['.repeat(60_000)),
  'text that is not JSON': ({ socket }) => socket.send('hello'),
  __proto__: ({ socket }) => socket.send('{"type":"__proto__","__proto__":{"type":"hello"}}'),
}

const afterHello: Readonly<Record<string, (agent: ScriptedAgent) => void>> = {
  'a flood of statuses': (agent) =>
    repeat(flood, (index) => agent.send({ type: 'status', desktop: { ...ready, companyFile: `${index}.qbw` } })),
  'a flood of completed writes': (agent) => repeat(flood, () => agent.send({ type: 'completed', ids: [randomUUID()] })),
  'a flood of pongs': (agent) => repeat(flood, (n) => agent.send({ type: 'pong', n })),
  'a flood of WebSocket pings': ({ socket }) => repeat(flood, () => socket.ping()),
  'a flood of hellos': ({ socket }) => repeat(flood, () => socket.send(text(hello))),
  'a second hello': ({ socket }) => socket.send(text(hello)),
  'a frame of 1 MiB that no request calls for': ({ socket }) => socket.send(new Uint8Array(1024 ** 2)),
  'a frame whose header is longer than it': ({ socket }) =>
    socket.send(Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0x7b])),
  'a status with NUL': ({ socket }) => socket.send(text({ type: 'status', desktop: { ...ready, companyFile: 'a\0' } })),
  'an unknown message': ({ socket }) => socket.send(text({ type: 'shutdown' })),
  'the message of a gateway': ({ socket }) => socket.send(text({ type: 'drain' })),
  'a server’s exchange': ({ socket }) =>
    socket.send(encodeFrame({ type: 'exchange', id: randomUUID() }, new Uint8Array(8))),
}

/** Upgrades not to become a socket. */
const upgrades: Readonly<Record<string, (target: Target) => { readonly url: string; readonly token: string }>> = {
  'no agent token': ({ origin }) => ({ url: origin, token: '' }),
  'a made-up agent token': ({ origin }) => ({ url: origin, token: `svca_${'0'.repeat(36)}` }),
  'an access token': ({ origin, attacker }) => ({ url: origin, token: attacker.tokens.production }),
  'an API key': ({ origin, attacker }) => ({ url: origin, token: attacker.members.owner.apiKey }),
  'the exchange of servers': ({ origin, attacker }) => ({ url: `${origin}/exchange?`, token: attacker.agentToken }),
  'another path': ({ origin, attacker }) => ({ url: `${origin}/v3`, token: attacker.agentToken }),
}

/** Attacks on the gateway by an agent's messages, frames and sockets. */
export const socketAttacks: readonly Attack[] = [
  ...Object.entries(beforeHello).map(([name, send]) => attackSocket(`before the hello: ${name}`, send, false)),
  ...Object.entries(afterHello).map(([name, send]) => attackSocket(name, send, true)),
  ...Object.entries(upgrades).map(
    ([name, toUpgrade]): Attack<number> => ({
      name: `upgrade with ${name}`,
      attempt: async (target) => {
        const { url, token } = toUpgrade(target)
        const { socket } = openAgentSocket(url, token)
        const status = await getUpgradeStatus(socket)
        socket.terminate()
        return status
      },
      holds: (status) => [400, 401, 403, 404].includes(status),
    }),
  ),
  {
    name: 'more sockets without a hello than a company file may have',
    attempt: async (target) => {
      const file = await createHostileCompanyFile(target)
      const agents = Array.from({ length: 10 }, () => file.openAgent())
      const closed = await new Promise<readonly number[]>((resolve) => {
        const codes: number[] = []
        for (const agent of agents)
          void agent.closed.then(({ code }) => {
            if (codes.push(code) === agents.length - 2) resolve(codes)
          })
      })
      for (const { socket } of agents) socket.terminate()
      return closed
    },
    holds: (closed) => closed.every((code) => code === superseded),
  } satisfies Attack<readonly number[]>,
]

/** Attacks by an unresponsive agent. */
export const silenceAttacks: readonly Attack[] = [
  {
    name: 'silence: no response to a read, and calls behind it',
    attempt: (target) =>
      withHostileAgent(target, async (agent, file) => {
        const first = file.call('/customer/80000001-1')
        await agent.accept()
        replyToPings(agent)
        const timedOut = await first
        const startedAt = performance.now()
        const behind = await file.call('/customer/80000001-1')
        const waitedMs = performance.now() - startedAt
        return { timedOut, behind, waitedMs, failures: await callNeighbor(target) }
      }),
    holds: ({ timedOut, behind, waitedMs, failures }) =>
      timedOut.status === 504 &&
      timedOut.body.includes('"AGENT_TIMEOUT"') &&
      behind.status === 503 &&
      behind.body.includes('"AGENT_BUSY"') &&
      Number(findHeader(behind, 'retry-after')) > 0 &&
      waitedMs < agentTimeoutMs / 2 &&
      failures.length === 0,
  } satisfies Attack<{
    readonly timedOut: Reply
    readonly behind: Reply
    readonly waitedMs: number
    readonly failures: readonly string[]
  }>,
  {
    name: 'silence: the socket ends during a read',
    attempt: (target) =>
      withHostileAgent(target, async (agent, file) => {
        const call = file.call('/customer/80000001-1')
        await agent.accept()
        agent.socket.terminate()
        return { statuses: [(await call).status], failures: await callNeighbor(target) }
      }),
    holds: ({ statuses, failures }) =>
      statuses.every((status) => status === 503 || status === 504) && failures.length === 0,
  } satisfies Attack<{ readonly statuses: readonly number[]; readonly failures: readonly string[] }>,
]
