import { type AgentMessage, protocolVersion } from '@bridge/agent-protocol'
import { WebSocket } from 'ws'

const flood = 2_000
const desktop = { phase: 'ready' } as const

/** Floods a gateway with two company files' states, and dials again at once when disconnected. */
export async function floodGateway(url: string, token: string): Promise<never> {
  for (;;) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/agent`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const send = (message: AgentMessage) => socket.send(JSON.stringify(message))
    socket.on('error', () => undefined)
    socket.on('open', () => {
      send({ type: 'hello', protocol: protocolVersion, agentVersion: '1', desktop, completed: [] })
    })
    socket.once('message', () => {
      for (let index = 0; index < flood; index += 1) {
        send({ type: 'status', desktop: { ...desktop, companyFile: `${index % 2}.qbw` } })
      }
      // Does not wait until the gateway has closed the connection.
      setTimeout(() => socket.terminate(), 50)
    })
    await closed
  }
}
