import { timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { RealmId } from '@bridge/agent-protocol'
import { closeWith, encodeFrame, exchangesMax, type ProtocolLimits, parseExchangeCall } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { type RawData, WebSocket } from 'ws'
import type { AgentSession } from './agent-session.ts'
import { createJob, type Job } from './job.ts'

interface ServerLinksOptions {
  readonly machineSecret: string
  readonly limits: ProtocolLimits
  readonly clock: () => Date
  readonly logger: Logger
  /** A socket that was silent for so long is cut off; servers ping. */
  readonly deadAfterMs: number
  readonly findSession: (realmId: RealmId) => AgentSession | undefined
}

interface ServerLink {
  readonly socket: WebSocket
  readonly underWay: Map<Job, AgentSession>
  heardAt: number
}

/** The sockets of servers: calls come in, any number at a time, and are answered in whatever order they end. */
export function createServerLinks({
  machineSecret,
  limits,
  clock,
  logger,
  deadAfterMs,
  findSession,
}: ServerLinksOptions) {
  const links = new Set<ServerLink>()
  const expected = Buffer.from(`Bearer ${machineSecret}`)

  const add = (socket: WebSocket, wire: Duplex): void => {
    const link: ServerLink = { socket, underWay: new Map(), heardAt: clock().getTime() }
    const { underWay } = link
    let isCorked = false

    /** Lets the answers of this turn of the event loop leave together. */
    const bundle = (): void => {
      if (isCorked) return
      isCorked = true
      wire.cork()
      setImmediate(() => {
        isCorked = false
        wire.uncork()
      })
    }
    const take = ({ header, payload }: NonNullable<ReturnType<typeof parseExchangeCall>>): void => {
      const job = createJob(header, payload, (outcome, answer) => {
        underWay.delete(job)
        if (socket.readyState !== WebSocket.OPEN) return
        bundle()
        socket.send(encodeFrame({ id: header.id, ...outcome }, answer))
      })
      const session = findSession(header.realmId)
      if (session === undefined) job.answer({ outcome: 'not-sent', why: 'not-mine' })
      else if (underWay.size >= exchangesMax) job.answer({ outcome: 'not-sent', why: 'busy' })
      else {
        underWay.set(job, session)
        session.submit(job)
      }
    }
    const hear = (data: RawData, isBinary: boolean): void => {
      // What comes after the close frame was sent is not taken, and the close code says so.
      if (socket.readyState !== WebSocket.OPEN) return
      link.heardAt = clock().getTime()
      const call = isBinary ? parseExchangeCall(data as Buffer, limits) : undefined
      if (call !== undefined) take(call)
      else socket.close(...closeWith('protocolError', 'not an exchange call'))
    }

    links.add(link)
    socket.on('message', hear)
    socket.on('ping', () => {
      link.heardAt = clock().getTime()
    })
    socket.on('error', (error) => logger.warn({ err: error }, "a server's socket failed"))
    socket.on('close', () => {
      links.delete(link)
      for (const [job, session] of underWay) session.abandon(job)
    })
  }

  return {
    /** Whether an `Authorization` header carries the machine secret. */
    isServer: (authorization: string | undefined): boolean => {
      const given = Buffer.from(authorization ?? '')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },

    /** Takes calls from a server's socket; `wire` is what the socket was made of. */
    add,

    /** Cuts off the servers that were silent for too long. */
    beat: (): void => {
      const now = clock().getTime()
      for (const { socket, heardAt } of links) if (now - heardAt > deadAfterMs) socket.terminate()
    },

    /** Ends every socket, after whatever was answered so far. */
    closeAll: (): void => {
      for (const { socket } of links) socket.close(...closeWith('draining'))
    },
  }
}
