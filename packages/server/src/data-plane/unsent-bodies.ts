import { Fault } from '@bridge/faults'
import type { EncodedText } from '../http/encoded-text.ts'

/** A long body of a response. */
export interface LongBody {
  /** The company file from which it comes. */
  readonly owner: string
  readonly body: EncodedText
  /** Ends the connection of the client. Without it, the stream ends with an error. */
  readonly endConnection?: (() => void) | undefined
}

/** The long bodies that clients have not received whole, which a server keeps in memory. */
export interface UnsentBodies {
  /** Returns the body as a stream. It is kept until its end is read, the client leaves, or it is dropped. */
  send(body: LongBody): ReadableStream<Uint8Array<ArrayBuffer>>
  /**
   * Resolves when the unsent bodies of an owner are within its share. Returns undefined if they are.
   *
   * @throws Fault `RATE_LIMITED` after `waitMsMax`
   */
  untilRoom(owner: string): Promise<void> | undefined
}

export interface UnsentBodiesOptions {
  /** The bodies of all owners, in bytes. Above it, the owner with the most loses its oldest. */
  readonly bytesMax: number
  /** The share of an owner, which its calls that are under way may exceed. */
  readonly bytesMaxOfOwner: number
  /** How long a client may read nothing, in milliseconds. */
  readonly idleMsMax: number
  /** How long a call waits for room, in milliseconds. */
  readonly waitMsMax: number
  /** Called when a body is dropped before its client has received it. */
  readonly onDrop: (dropped: { readonly owner: string; readonly bytes: number; readonly reason: DropReason }) => void
}

/** `idle`: the client has read nothing for too long. `memory`: all bodies took too much. */
export type DropReason = 'idle' | 'memory'

interface Unsent {
  readonly owner: string
  readonly size: number
  drop(reason: DropReason): void
}

/** After this many parts, which the system often takes at once, other requests get their turn. */
const partsOfTurn = 8
const retryAfterSeconds = 5

/**
 * Creates the bodies of responses that their clients have not received yet. Bounds their bytes, for each owner and in
 * all, and drops those that their clients do not read.
 */
export function createUnsentBodies(options: UnsentBodiesOptions): UnsentBodies {
  const { bytesMax, bytesMaxOfOwner, idleMsMax, waitMsMax, onDrop } = options
  /** In the order of their arrival. */
  const bodies = new Set<Unsent>()
  let waiting = new Set<() => void>()

  const sumOf = (owner: string): number => sumSizes([...bodies].filter((body) => body.owner === owner))
  const hasRoom = (owner: string): boolean => sumOf(owner) < bytesMaxOfOwner

  const remove = (body: Unsent): void => {
    if (!bodies.delete(body)) return
    const woken = waiting
    waiting = new Set()
    for (const wake of woken) wake()
  }

  const dropWhileTooMany = (): void => {
    while (sumSizes(bodies) > bytesMax) {
      const oldestOfOwners = [...new Map([...bodies].reverse().map((body) => [body.owner, body])).values()]
      const oldest = oldestOfOwners.reduce((most, each) => (sumOf(each.owner) > sumOf(most.owner) ? each : most))
      oldest.drop('memory')
    }
  }

  const waitForRoom = async (owner: string): Promise<void> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), waitMsMax)
    try {
      while (!hasRoom(owner)) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve)
          deadline.signal.addEventListener('abort', () => resolve(), { once: true })
        })
        if (deadline.signal.aborted && !hasRoom(owner)) throw createUnreadFault(waitMsMax)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    send({ owner, body: { parts, byteLength }, endConnection }) {
      /** The parts that were not read, the last one first. */
      let left = [...parts].reverse()
      let pulls = 0
      let fail: ((error: Error) => void) | undefined
      const end = (): void => {
        left = []
        clearTimeout(timer)
        remove(body)
      }
      const body: Unsent = {
        owner,
        size: byteLength,
        drop(reason) {
          end()
          onDrop({ owner, bytes: body.size, reason })
          if (endConnection !== undefined) endConnection()
          else fail?.(new Error('The client did not read the response.'))
        },
      }
      const timer = setTimeout(() => body.drop('idle'), idleMsMax)
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          start(controller) {
            fail = (error) => controller.error(error)
          },
          async pull(controller) {
            timer.refresh()
            pulls += 1
            if (pulls % partsOfTurn === 0) await new Promise((resolve) => setImmediate(resolve))
            const part = left.pop()
            if (part === undefined) return
            controller.enqueue(part)
            if (left.length > 0) return
            end()
            controller.close()
          },
          cancel: end,
        },
        { highWaterMark: 0 },
      )
      bodies.add(body)
      dropWhileTooMany()
      return stream
    },
    untilRoom: (owner) => (bodies.size === 0 || hasRoom(owner) ? undefined : waitForRoom(owner)),
  }
}

function sumSizes(bodies: Iterable<Unsent>): number {
  let sum = 0
  for (const { size } of bodies) sum += size
  return sum
}

function createUnreadFault(waitMsMax: number): Fault {
  const detail = `Long responses of the company file have not been read by their clients, and this request has waited for ${waitMsMax / 1000} s. Nothing was done. Read the responses or close their connections; retry in ${retryAfterSeconds} s.`
  return new Fault('RATE_LIMITED', detail, { retryAfterSeconds })
}
