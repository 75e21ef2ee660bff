import { once } from 'node:events'
import { defaultProtocolLimits, parseGatewayMessage, protocolVersion } from '@bridge/agent-protocol'
import { WebSocket } from 'ws'
import type { Memory, RolePlayer } from './agent-processes.ts'

const dialAtOnce = 50

/** A process's growth per socket, in bytes. */
type Growth = Pick<Memory, 'rss' | 'used'>

/** Measures an idle socket's memory in the WebSocket library's bare server, in bytes. */
export function bareSocketBytes(echo: RolePlayer, counts: { warmUp: number; count: number }): Promise<Growth> {
  return measureGrowth(
    echo,
    counts,
    () => new WebSocket(echo.url, { perMessageDeflate: false }),
    () => undefined,
  )
}

/** Measures a process's growth per socket, in bytes, after `warmUp` sockets have paid the one-time cost. */
async function measureGrowth(
  player: RolePlayer,
  { warmUp, count }: { warmUp: number; count: number },
  open: (index: number) => WebSocket,
  onOpen: (socket: WebSocket) => unknown,
): Promise<Growth> {
  const first = await openSockets(warmUp, open, onOpen)
  const before = await player.memory()
  const rest = await openSockets(count, (index) => open(warmUp + index), onOpen)
  const after = await player.memory()
  for (const socket of [...first, ...rest]) socket.terminate()
  return { rss: (after.rss - before.rss) / count, used: (after.used - before.used) / count }
}

/** Opens sockets in small groups; `onOpen` brings each into its idle state. */
async function openSockets(count: number, open: (index: number) => WebSocket, onOpen: (socket: WebSocket) => unknown) {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(dialAtOnce, count - sockets.length) }, (_, index) =>
      open(sockets.length + index),
    )
    sockets.push(...some)
    await Promise.all(
      some.map(async (socket) => {
        await once(socket, 'open')
        await onOpen(socket)
      }),
    )
  }
  return sockets
}

/** Measures an idle agent's memory in a gateway, in bytes. */
export function agentSocketBytes(
  gateway: RolePlayer,
  counts: { warmUp: number; count: number },
  tokens: readonly string[],
): Promise<Growth> {
  return measureGrowth(
    gateway,
    counts,
    (index) =>
      new WebSocket(`${gateway.url.replace('http', 'ws')}/agent`, {
        perMessageDeflate: false,
        headers: { authorization: `Bearer ${tokens[index]}` },
      }),
    greet,
  )
}

/** Sends an agent's hello, replies to pings and waits for the welcome. */
async function greet(socket: WebSocket): Promise<void> {
  const welcomed = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer, isBinary) => {
      const { message } = parseGatewayMessage(isBinary ? data : data.toString(), defaultProtocolLimits)
      if (message?.type === 'welcome') resolve()
      if (message?.type === 'ping') socket.send(JSON.stringify({ type: 'pong', n: message.n }))
    })
  })
  const desktop = { phase: 'ready' }
  socket.send(JSON.stringify({ type: 'hello', protocol: protocolVersion, agentVersion: '1', desktop, completed: [] }))
  await welcomed
}
