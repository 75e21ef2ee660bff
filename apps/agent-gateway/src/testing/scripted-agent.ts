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

/** An agent that does only what a test tells it, so that every moment of an exchange can be the one it fails in. */
export interface ScriptedAgent {
  readonly socket: WebSocket
  /** Everything that came, in order. */
  readonly heard: readonly GatewayMessage[]
  /** How the socket ended. */
  readonly closed: Promise<{ code: number; reason: string }>
  say(message: Exclude<AgentMessage, { type: 'answer' }>): void
  answer(id: string, text: string): void
  /** The next message of a kind; those of other kinds before it are dropped. */
  next<Type extends GatewayMessage['type']>(type: Type): Promise<Extract<GatewayMessage, { type: Type }>>
  /** Says hello and waits for the welcome. */
  greet(hello?: Partial<Hello>): Promise<void>
  /** The next request, acknowledged. */
  accept(): Promise<Request & { text: string }>
  /** Acknowledges and answers every request from now on. */
  serve(answer: (text: string) => string): void
}

/** The code by which a dialling was refused, or 101. */
export function dialStatus(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => resolve(101))
  })
}

/** Dials a gateway; resolves nothing by itself, so that a test can leave out the hello. */
export function dialAgent(gatewayUrl: string, token: string): ScriptedAgent {
  const socket = new WebSocket(`${gatewayUrl.replace('http', 'ws')}/agent`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const heard: GatewayMessage[] = []
  const inbox: GatewayMessage[] = []
  let wake: () => void = () => undefined
  socket.on('error', () => undefined)
  socket.on('message', (data, isBinary) => {
    const bytes = data as Buffer
    const { message } = parseGatewayMessage(isBinary ? bytes : bytes.toString(), defaultProtocolLimits)
    if (message === undefined) throw new Error('The gateway sent what is no message.')
    heard.push(message)
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
    heard,
    closed,
    say: (message) => socket.send(JSON.stringify(message)),
    answer: (id, text) => socket.send(encodeFrame({ type: 'answer', id }, new TextEncoder().encode(text))),
    next: async (type) => {
      for (;;) {
        const message = inbox.shift()
        if (message?.type === type) return message as Extract<GatewayMessage, { type: typeof type }>
        if (message !== undefined) continue
        if (socket.readyState === WebSocket.CLOSED) throw new Error(`The socket closed before a ${type} came.`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    greet: async (hello = {}) => {
      if (socket.readyState !== WebSocket.OPEN) {
        await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
      }
      agent.say({
        type: 'hello',
        protocol: protocolVersion,
        agentVersion: 'scripted',
        desktop: { phase: 'ready', companyFile: 'test.qbw' },
        answered: [],
        ...hello,
      })
      await agent.next('welcome')
    },
    accept: async () => {
      const request = await agent.next('request')
      agent.say({ type: 'accepted', id: request.id })
      return { ...request, text: new TextDecoder().decode(request.payload) }
    },
    serve: (answer) => {
      const work = async () => {
        for (;;) {
          const request = await agent.accept()
          agent.answer(request.id, answer(request.text))
        }
      }
      work().catch(() => undefined)
    },
  }
  return agent
}
