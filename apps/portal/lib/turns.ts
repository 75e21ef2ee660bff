import type { ServerResponse } from 'node:http'
import { FairQueue, toNetwork } from '@bridge/server'

/** Lets what visitors request wait while the API is called: one response at a time, by network address in turn. */
export interface Turns {
  /** Gives the next moments to the API. */
  yieldToApi(): void
  /**
   * Responds at once, or in turn while the API has precedence. A visitor who left has no turn, and one with too many
   * requests that wait gets a 503, after a second: it would repeat the request at once.
   *
   * @param respond returns what it took
   */
  take(visitor: Visitor, turn: Turn, respond: () => Turn): void
}

/** The client of a response. */
export interface Visitor {
  readonly address: string
  readonly response: ServerResponse
}

/** What a response costs the API. */
export interface Turn {
  /** How long the next response waits after this one, in milliseconds. */
  readonly pauseMs: number
  /** How long the API has precedence after a call, in milliseconds. */
  readonly precedenceMs: number
}

/** A response from memory waits for a time that no reader notices. */
export const memoryTurn: Turn = { pauseMs: 20, precedenceMs: 250 }

/** A file of 1 MiB or more takes as long to send as several calls. */
export const largeTurn: Turn = { pauseMs: 60, precedenceMs: 250 }

/** A page that is rendered stops the event loop for as long as ten calls take. */
export const renderTurn: Turn = { pauseMs: 250, precedenceMs: 10_000 }

/** How many responses wait at a time, of all visitors together. Each network address may have an equal part of them. */
const waitingMax = 500

const retryAfterSeconds = 10
const refusalMs = 1_000

interface WaitingResponse {
  readonly visitor: Visitor
  readonly respond: () => Turn
}

/** Creates the turns of one process. */
export function createTurns(): Turns {
  const waiting = new FairQueue<WaitingResponse>()
  let apiCalledAt = Number.NEGATIVE_INFINITY
  let pause: NodeJS.Timeout | undefined

  const serveNext = (): void => {
    pause = undefined
    const next = shiftPresent(waiting)
    if (next === undefined) return
    const { pauseMs } = next.respond()
    pause = setTimeout(serveNext, pauseMs)
  }

  return {
    yieldToApi() {
      apiCalledAt = performance.now()
    },
    take(visitor, { precedenceMs }, respond) {
      if (performance.now() - apiCalledAt > precedenceMs) {
        respond()
        return
      }
      const network = toNetwork(visitor.address)
      if (isFull(waiting, network)) {
        setTimeout(() => refuse(visitor.response), refusalMs)
        return
      }
      waiting.push(network, { visitor, respond })
      if (pause === undefined) serveNext()
    },
  }
}

/** Removes and returns the next response whose client is still there. */
function shiftPresent(waiting: FairQueue<WaitingResponse>): WaitingResponse | undefined {
  let next = waiting.shift(() => true)
  while (next?.visitor.response.destroyed) next = waiting.shift(() => true)
  return next
}

function isFull(waiting: FairQueue<WaitingResponse>, network: string): boolean {
  const own = waiting.sizeFor(network)
  const owners = waiting.owners + (own === 0 ? 1 : 0)
  return own >= Math.max(1, Math.floor(waitingMax / owners))
}

function refuse(response: ServerResponse): void {
  if (response.destroyed) return
  response
    .writeHead(503, {
      'Content-Type': 'text/plain',
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfterSeconds),
    })
    .end(`Too many requests from this address are waiting. Wait ${retryAfterSeconds} s.`)
}
