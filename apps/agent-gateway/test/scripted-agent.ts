import {
  type AgentMessage,
  defaultProtocolLimits,
  encodeFrame,
  type GatewayMessage,
  parseGatewayMessage,
  protocolVersion,
} from '@bridge/agent-protocol'
import { WebSocket } from 'ws'

type Request = Extract<GatewayMessage, { type: 'request' }>
type Hello = Extract<AgentMessage, { type: 'hello' }>

/** An agent a test controls, so an exchange can fail at any moment. */
export interface ScriptedAgent {
  readonly socket: WebSocket
  /** All messages, in order. */
  readonly received: readonly GatewayMessage[]
  /** Resolves with the close code and reason. */
  readonly closed: Promise<{ code: number; reason: string }>
  send(message: Exclude<AgentMessage, { type: 'response' }>): void
  respond(id: string, text: string): void
  /** Returns the next message of a type and drops the others before it. */
  next<Type extends GatewayMessage['type']>(type: Type): Promise<Extract<GatewayMessage, { type: Type }>>
  /** Says hello and waits for the welcome. */
  sayHello(hello?: Partial<Hello>): Promise<void>
  /** Waits for the next request and accepts it. */
  accept(): Promise<Request & { text: string }>
  /** Accepts every further request and responds to it. */
  serve(respond: (text: string) => string): void
}

/** Returns an upgrade's HTTP status: 101, or why it was refused. */
export function getUpgradeStatus(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => resolve(101))
  })
}

/** Opens an agent's socket. It sends no hello until a test does. */
export function openAgentSocket(gatewayUrl: string, token: string): ScriptedAgent {
  const socket = new WebSocket(`${gatewayUrl.replace('http', 'ws')}/agent`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const received: GatewayMessage[] = []
  const inbox: GatewayMessage[] = []
  let wake: () => void = () => undefined
  socket.on('error', () => undefined)
  socket.on('message', (data, isBinary) => {
    const bytes = data as Buffer
    const { message } = parseGatewayMessage(isBinary ? bytes : bytes.toString(), defaultProtocolLimits)
    if (message === undefined) throw new Error('The gateway sent an invalid message.')
    received.push(message)
    inbox.push(message)
    wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: reason.toString() })
      wake()
    })
  })

  const agent: ScriptedAgent = {
    socket,
    received,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    respond: (id, text) => socket.send(encodeFrame({ type: 'response', id }, new TextEncoder().encode(text))),
    next: async (type) => {
      for (;;) {
        const message = inbox.shift()
        if (message?.type === type) return message as Extract<GatewayMessage, { type: typeof type }>
        if (message !== undefined) continue
        if (socket.readyState === WebSocket.CLOSED) throw new Error(`The socket closed before a ${type} arrived.`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    sayHello: async (hello = {}) => {
      if (socket.readyState !== WebSocket.OPEN) {
        await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
      }
      agent.send({
        type: 'hello',
        protocol: protocolVersion,
        agentVersion: 'scripted',
        desktop: { phase: 'ready', companyFile: 'test.qbw' },
        completed: [],
        ...hello,
      })
      await agent.next('welcome')
    },
    accept: async () => {
      const request = await agent.next('request')
      agent.send({ type: 'accepted', id: request.id })
      return { ...request, text: new TextDecoder().decode(request.payload) }
    },
    serve: (respond) => {
      const work = async () => {
        for (;;) {
          const request = await agent.accept()
          agent.respond(request.id, respond(request.text))
        }
      }
      work().catch(() => undefined)
    },
  }
  return agent
}
