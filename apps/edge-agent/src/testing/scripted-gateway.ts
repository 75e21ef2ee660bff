import { once } from 'node:events'
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

/** One agent's socket at a gateway that does only what a test tells it. */
export interface ScriptedSocket {
  readonly socket: WebSocket
  readonly closed: Promise<number>
  say(message: Exclude<GatewayMessage, { type: 'request' }>): void
  request(id: string, text: string, kind?: 'read' | 'write'): void
  /** The next message; a test names the kind that it has to be. */
  next<Type extends AgentMessage['type']>(type: Type): Promise<Extract<AgentMessage, { type: Type }>>
  sayWelcome(): void
  /** Waits for the hello and says welcome. */
  welcome(): Promise<Extract<AgentMessage, { type: 'hello' }>>
}

export interface ScriptedGateway {
  readonly url: string
  /** HTTP statuses to refuse the next dials with. */
  readonly refusals: number[]
  /** The next agent that dials. */
  accept(): Promise<ScriptedSocket>
  close(): Promise<void>
}

/** A queue whose reader waits for what is not there yet. */
function createQueue<Item>() {
  const items: Item[] = []
  const readers: ((item: Item) => void)[] = []
  return {
    push: (item: Item) => {
      const reader = readers.shift()
      if (reader === undefined) items.push(item)
      else reader(item)
    },
    take: (): Promise<Item> => {
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
    if (message === undefined) throw new Error('The agent sent what is no message.')
    inbox.push(message)
  })
  const self: ScriptedSocket = {
    socket,
    closed: once(socket, 'close').then(([code]) => Number(code)),
    say: (message) => socket.send(JSON.stringify(message)),
    request: (id, text, kind = 'read') =>
      socket.send(encodeFrame({ type: 'request', id, kind, budgetMs: 60_000 }, new TextEncoder().encode(text))),
    next: async (type) => {
      const message = await inbox.take()
      if (message.type !== type) throw new Error(`Expected ${type}, and ${JSON.stringify(message)} came.`)
      return message as Extract<AgentMessage, { type: typeof type }>
    },
    sayWelcome: () => {
      const limits = { heartbeatMs: 5_000, frameBytesMax: defaultProtocolLimits.frameBytesMax }
      self.say({ type: 'welcome', protocol: 1, realmId: requireRealmId('9130347957983546'), epoch: '1', ...limits })
    },
    welcome: async () => {
      const hello = await self.next('hello')
      self.sayWelcome()
      return hello
    },
  }
  return self
}

/** Listens on a free port for agents. */
export async function startScriptedGateway(): Promise<ScriptedGateway> {
  const refusals: number[] = []
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: (_info, decide) => {
      const status = refusals.shift()
      decide(status === undefined, status)
    },
  })
  const sockets = createQueue<ScriptedSocket>()
  server.on('connection', (socket) => sockets.push(scriptedSocket(socket)))
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusals,
    accept: sockets.take,
    close: async () => {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
