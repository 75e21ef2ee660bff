import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AgentMessage,
  defaultProtocolLimits,
  encodeFrame,
  type GatewayMessage,
  parseAgentMessage,
  requireRealmId,
} from '@bridge/agent-protocol'
import { type WebSocket, WebSocketServer } from 'ws'

/** An agent's socket at a gateway a test controls. */
export interface ScriptedSocket {
  readonly socket: WebSocket
  readonly closed: Promise<number>
  send(message: Exclude<GatewayMessage, { type: 'request' }>): void
  request(id: string, text: string, kind?: 'read' | 'write', responseBytesMax?: number): void
  /** Returns the next message, which must have this type. */
  next<Type extends AgentMessage['type']>(type: Type): Promise<Extract<AgentMessage, { type: Type }>>
  /** Returns the next message, whatever its type. */
  nextOfAny(): Promise<AgentMessage>
  sendWelcome(): void
  /** Waits for the hello and sends the welcome. */
  welcome(): Promise<Extract<AgentMessage, { type: 'hello' }>>
}

interface Refusal {
  readonly status: number
  readonly headers?: Record<string, string>
}

export interface ScriptedGateway {
  readonly url: string
  /** What to refuse the next upgrades with. */
  readonly refusals: Refusal[]
  /** Returns the next agent's socket. */
  accept(): Promise<ScriptedSocket>
  close(): Promise<void>
}

/** Creates a queue whose readers wait for items. */
function createQueue<Item>() {
  const items: Item[] = []
  const readers: ((item: Item) => void)[] = []
  return {
    push: (item: Item) => {
      const reader = readers.shift()
      if (reader === undefined) items.push(item)
      else reader(item)
    },
    shift: (): Promise<Item> => {
      const item = items.shift()
      return item === undefined ? new Promise((resolve) => readers.push(resolve)) : Promise.resolve(item)
    },
  }
}

function scriptedSocket(socket: WebSocket): ScriptedSocket {
  const inbox = createQueue<AgentMessage>()
  socket.on('message', (data, isBinary) => {
    const bytes = data as Buffer
    const { message } = parseAgentMessage(isBinary ? bytes : bytes.toString(), defaultProtocolLimits)
    if (message === undefined) throw new Error('The agent sent an invalid message.')
    inbox.push(message)
  })
  const self: ScriptedSocket = {
    socket,
    closed: once(socket, 'close').then(([code]) => Number(code)),
    send: (message) => socket.send(JSON.stringify(message)),
    request: (id, text, kind = 'read', responseBytesMax = undefined) => {
      const header = { type: 'request', id, kind, budgetMs: 60_000, responseBytesMax }
      socket.send(encodeFrame(header, new TextEncoder().encode(text)))
    },
    next: async (type) => {
      const message = await inbox.shift()
      if (message.type !== type) throw new Error(`Expected ${type}, got ${JSON.stringify(message)}.`)
      return message as Extract<AgentMessage, { type: typeof type }>
    },
    nextOfAny: inbox.shift,
    sendWelcome: () => {
      const limits = { heartbeatMs: 5_000, frameBytesMax: defaultProtocolLimits.frameBytesMax }
      self.send({ type: 'welcome', protocol: 1, realmId: requireRealmId('9130347957983546'), epoch: '1', ...limits })
    },
    welcome: async () => {
      const hello = await self.next('hello')
      self.sendWelcome()
      return hello
    },
  }
  return self
}

/** Starts a gateway on a free port, or in a listening server. */
export async function startScriptedGateway(host?: Server): Promise<ScriptedGateway> {
  const refusals: Refusal[] = []
  const server = new WebSocketServer({
    ...(host ? { server: host } : { port: 0, host: '127.0.0.1' }),
    verifyClient: (_info, decide) => {
      const refusal = refusals.shift()
      if (refusal === undefined) decide(true)
      else decide(false, refusal.status, undefined, refusal.headers)
    },
  })
  const sockets = createQueue<ScriptedSocket>()
  server.on('connection', (socket) => sockets.push(scriptedSocket(socket)))
  if (host === undefined) await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusals,
    accept: sockets.shift,
    close: async () => {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
