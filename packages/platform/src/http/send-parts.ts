import type { TextParts } from './text-parts.ts'

/** Parts until other requests get their turn, since the system often takes many at once. */
const partsOfTurn = 8

export interface SendOptions {
  /** How long the client may read nothing. */
  readonly maxIdleMs: number
  /** Called once, after the client has received everything, has left, or was dropped. */
  readonly onEnd: () => void
  /** Called when the client has read nothing for too long, before the stream ends with an error. */
  readonly onIdle: () => void
}

/** A body on its way. */
export interface SentBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Ends the stream with an error. */
  drop(): void
}

const encoder = new TextEncoder()

/** Sends a long text part by part, each after the client has read the previous one. */
export function sendParts({ parts }: TextParts, { maxIdleMs, onEnd, onIdle }: SendOptions): SentBody {
  /** The unread parts, last one first. */
  let left = [...parts].reverse()
  let pulls = 0
  let fail: ((error: Error) => void) | undefined
  const end = (): void => {
    left = []
    clearTimeout(timer)
    fail = undefined
    onEnd()
  }
  const drop = (): void => {
    fail?.(new Error('The client did not read the response.'))
    if (fail !== undefined) end()
  }
  const timer = setTimeout(() => {
    onIdle()
    drop()
  }, maxIdleMs)
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
        controller.enqueue(encoder.encode(part))
        if (left.length > 0) return
        end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  return { stream, drop }
}
