import Stripe from 'stripe'
import { toOldShape } from './render.ts'
import { apiVersion, type StripeEvent } from './state.ts'

/**
 * How events are sent: `normal`; `twice`; `held` until they are released; `reversed`, held and released in reverse order;
 * or `lost`.
 */
export type DeliveryMode = 'normal' | 'twice' | 'held' | 'reversed' | 'lost'

export interface DeliveryOptions {
  /** The webhook endpoint and its signing secret. */
  readonly url: string
  readonly secret: string
  /** The signing time. */
  readonly clock: () => Date
  /** Posts an event; returns the response status. */
  readonly post?: (url: string, init: RequestInit) => Promise<number>
}

interface Delivery {
  readonly event: StripeEvent
  readonly isOldShape: boolean
  attempts: number
}

const maxAttempts = 20

/** Sends events to a webhook endpoint, in the background or on request. */
export function createDeliveries({ url, secret, clock, post = postEvent }: DeliveryOptions) {
  let waiting: Delivery[] = []
  let running: Promise<void> = Promise.resolve()
  const settings: { mode: DeliveryMode; isOldShape: boolean } = { mode: 'normal', isOldShape: false }

  const send = async (delivery: Delivery): Promise<void> => {
    const { event, isOldShape } = delivery
    delivery.attempts += 1
    const payload = JSON.stringify(renderEvent(event, isOldShape))
    const timestamp = Math.floor(clock().getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const status = await post(url, { method: 'POST', body: payload, headers }).catch(() => 0)
    if ((status < 200 || status > 299) && delivery.attempts < maxAttempts) waiting.push(delivery)
  }

  return {
    settings,
    /** The number of waiting events. */
    get waiting() {
      return waiting.length
    },
    add(event: StripeEvent) {
      if (settings.mode === 'lost') return
      const isOldShape = settings.isOldShape
      waiting.push({ event, isOldShape, attempts: 0 })
      if (settings.mode === 'twice') waiting.push({ event, isOldShape, attempts: 0 })
    },
    clear() {
      waiting = []
    },
    /** Sends waiting events once, optionally reordered by `sort`. Failed deliveries wait again. */
    flush(sort: <Each>(all: readonly Each[]) => readonly Each[] = (all) => all): Promise<void> {
      running = running.then(async () => {
        const batch = sort(waiting)
        waiting = []
        for (const delivery of batch) await send(delivery)
      })
      return running
    },
  }
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** Returns the event body. */
export function renderEvent({ id, type, created, object }: StripeEvent, isOldShape = false) {
  return {
    id,
    object: 'event',
    type,
    created,
    api_version: isOldShape ? '2020-08-27' : apiVersion,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    data: { object: isOldShape ? toOldShape(object) : object },
  }
}

async function postEvent(url: string, init: RequestInit): Promise<number> {
  const { status } = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
  return status
}
