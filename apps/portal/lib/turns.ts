import type { ServerResponse } from 'node:http'
import { toNetwork } from '@bridge/platform/network'
import { FairQueue } from '@bridge/server'

/**
 * Lets what visitors request wait while the API is called: one response at a time, and apart from them one page that is
 * rendered, by network address in turn.
 */
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
  /** Whether the response waits for pages that are rendered, or for the other responses only. */
  readonly isRendered: boolean
  /** How long the next response waits after this one, in milliseconds. */
  readonly pauseMs: number
  /** How long the API has precedence after a call, in milliseconds. */
  readonly precedenceMs: number
}

/** A response from memory waits for a time that no reader notices. */
export const memoryTurn: Turn = { isRendered: false, pauseMs: 20, precedenceMs: 250 }

/** A file of 1 MiB or more takes as long to send as several calls. */
export const largeTurn: Turn = { isRendered: false, pauseMs: 60, precedenceMs: 250 }

/**
 * A page that is rendered stops the event loop for as long as ten calls take. With one in two seconds, fewer than one
 * call in a hundred of a client that sends one after the other meets it.
 */
export const renderTurn: Turn = { isRendered: true, pauseMs: 2_000, precedenceMs: 10_000 }

/** How many responses, and how many pages that are rendered, wait at a time, of all visitors together. Each network address may have an equal part of them. */
const waitingMax = 500

const retryAfterSeconds = 10
const refusalMs = 1_000

interface WaitingResponse {
  readonly visitor: Visitor
  readonly respond: () => Turn
}

/** Responses that wait for each other. */
interface Lane {
  readonly waiting: FairQueue<WaitingResponse>
  pause: NodeJS.Timeout | undefined
}

/** Creates the turns of one process. */
export function createTurns(): Turns {
  const lanes = { rendered: createLane(), other: createLane() }
  let apiCalledAt = Number.NEGATIVE_INFINITY

  const serveNext = (lane: Lane): void => {
    lane.pause = undefined
    const next = shiftPresent(lane.waiting)
    if (next === undefined) return
    const { pauseMs } = next.respond()
    lane.pause = setTimeout(serveNext, pauseMs, lane)
  }

  return {
    yieldToApi() {
      apiCalledAt = performance.now()
    },
    take(visitor, { isRendered, precedenceMs }, respond) {
      if (performance.now() - apiCalledAt > precedenceMs) {
        respond()
        return
      }
      const lane = isRendered ? lanes.rendered : lanes.other
      const network = toNetwork(visitor.address)
      if (isFull(lane.waiting, network)) {
        setTimeout(() => refuse(visitor.response), refusalMs)
        return
      }
      lane.waiting.push(network, { visitor, respond })
      if (lane.pause === undefined) serveNext(lane)
    },
  }
}

function createLane(): Lane {
  return { waiting: new FairQueue(), pause: undefined }
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
