import { Problem } from '@bridge/faults'
import { problemResponse } from '@bridge/platform/problem-response'
import { isLiveKey } from '@bridge/platform/stripe-config'
import { unavailableSeconds } from '@bridge/platform/to-problem'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import Stripe from 'stripe'
import { z } from 'zod'
import { findAccountByCustomer, type LockedAccount } from './account.store.ts'
import { createEventBatches, type EventBatches } from './event-batches.ts'
import { QueueFullError } from './fetch-queue.ts'
import type { BillingParts } from './parts.ts'
import { describeStripeError, onlyOnce } from './stripe-client.ts'
import { type IncomingEvent, syncAccount } from './sync.ts'

const maxBodyBytes = 1024 * 1024
const toleranceSeconds = 300
/** The most waiting events. Stripe sends further ones again. */
export const maxWaitingEvents = 1_000

const idSchema = z.string().regex(/^\w{1,255}$/)
/** An ID, or an expanded object. */
const referenceSchema = z
  .union([idSchema, z.object({ id: idSchema }).transform(({ id }) => id)])
  .nullish()
  .catch(null)

/** The IDs in an event, present in every API version. */
const eventSchema = z.object({
  id: idSchema,
  type: z.string(),
  livemode: z.boolean(),
  account: z.string().nullish(),
  data: z.object({
    object: z.object({
      id: idSchema,
      customer: referenceSchema,
      subscription: referenceSchema,
      parent: z
        .object({ subscription_details: z.object({ subscription: referenceSchema }).nullish() })
        .nullish()
        .catch(null),
    }),
  }),
})

type WebhookEvent = z.output<typeof eventSchema>

/** The only types with an effect. */
const handledTypes: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.payment_failed',
  'invoice.paid',
])

/** Creates the endpoint for Stripe's events, mounted at `/billing/v1`. Without parts, billing is disabled. */
export function createWebhook(parts: BillingParts | undefined): Hono {
  const app = new Hono()
  const batches =
    parts &&
    createEventBatches<IncomingEvent>({
      maxWaiting: maxWaitingEvents,
      handle: (customerId, take) => handleBatch(parts, customerId, take),
    })
  app.post(
    '/webhook',
    bodyLimit({ maxSize: maxBodyBytes, onError: () => reply(413, 'The body is larger than 1 MiB.') }),
    (context) =>
      parts && batches ? receive(parts, batches, context) : problemResponse(new Problem('billing_disabled')),
  )
  app.all('/*', () => problemResponse(new Problem('not_found')))
  return app
}

async function receive(parts: BillingParts, batches: EventBatches<IncomingEvent>, context: Context): Promise<Response> {
  const encoding = context.req.header('content-encoding')
  if (encoding !== undefined && encoding !== 'identity') return reply(400, 'The body must not be compressed.')
  const body = Buffer.from(await context.req.arrayBuffer())
  const signed = parseSigned(parts, body, context.req.header('stripe-signature'))
  if (!signed) return reply(400, 'The signature or the body is invalid.')
  if (!handledTypes.has(signed.type)) return reply(200, 'The type is ignored.')
  const parsed = eventSchema.safeParse(signed)
  if (!parsed.success) return reply(400, 'The event cannot be read.')
  try {
    const ignored = await handle(parts, batches, parsed.data)
    if (ignored === undefined) return reply(200, 'Received.')
    const { id, type } = parsed.data
    parts.logger.warn({ event: id, type, reason: ignored }, 'An event of Stripe was ignored.')
    return reply(200, 'The event is ignored.')
  } catch (error) {
    const entry = { event: parsed.data.id, ...describeStripeError(error) }
    parts.logger.warn(entry, 'An event of Stripe could not be handled. Stripe sends it again.')
    return reply(503, error instanceof QueueFullError ? 'Too many events wait.' : 'The event could not be handled.')
  }
}

function reply(status: 200 | 400 | 413 | 503, message: string): Response {
  const code = status === 503 ? 'internal_error' : 'invalid_request'
  const body = status === 200 ? { received: true, message } : { error: code, message }
  const headers = { 'Cache-Control': 'no-store', ...(status === 503 && { 'Retry-After': String(unavailableSeconds) }) }
  return Response.json(body, { status, headers })
}

/** Returns the event if a secret has signed it within 300 s before or after now. */
function parseSigned(
  { stripeConfig, clock }: BillingParts,
  body: Buffer,
  header: string | undefined,
): { readonly type: string } | undefined {
  const times = [...(header ?? '').matchAll(/(?:^|,)\s*t=(\d{1,12})(?=,|$)/g)].map(([, seconds]) => Number(seconds))
  const [signedAt] = times
  const now = clock().getTime()
  // The library accepts future times, and the last one if there are several.
  if (header === undefined || signedAt === undefined || times.length > 1) return undefined
  if (signedAt - now / 1000 > toleranceSeconds) return undefined
  for (const secret of stripeConfig.webhookSecrets) {
    try {
      return Stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, now)
    } catch (error) {
      // Signed, but not JSON or a thin event: another secret would not help.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return undefined
    }
  }
  return undefined
}

/** Handles an event; returns the reason why it has no effect, if it has none. */
async function handle(
  { stripeConfig, clock }: BillingParts,
  batches: EventBatches<IncomingEvent>,
  { id, type, livemode, account, data: { object } }: WebhookEvent,
): Promise<string | undefined> {
  if (account) return 'another account'
  if (livemode !== isLiveKey(stripeConfig.secretKey)) return 'the other mode'
  const subscription = object.parent?.subscription_details?.subscription ?? object.subscription
  if (type.startsWith('invoice.') && !subscription) return 'an invoice without a subscription'
  if (!object.customer) return 'no customer'
  return batches.add(object.customer, { id, type, objectId: object.id, receivedAt: clock() })
}

/** Reads a customer's organization from Stripe for all waiting events; returns the reasons for ignored ones. */
async function handleBatch(
  parts: BillingParts,
  customerId: string,
  take: () => readonly IncomingEvent[],
): Promise<ReadonlyMap<string, string>> {
  const account = await findAccountByCustomer(parts.database, customerId)
  if (!account) return new Map(take().map(({ id }) => [id, 'an unknown customer']))
  const ignored = new Map<string, string>()
  const sessions = new Map<string, Promise<string | undefined>>()

  const checkSessionOnce = (sessionId: string, locked: LockedAccount) => {
    const checked = sessions.get(sessionId) ?? checkSession(parts, sessionId, locked)
    sessions.set(sessionId, checked)
    return checked
  }
  const findReason = async ({ type, objectId }: IncomingEvent, locked: LockedAccount) => {
    if (!locked.org) return 'a deleted organization'
    return type === 'checkout.session.completed' ? checkSessionOnce(objectId, locked) : undefined
  }
  const isValid = async (event: IncomingEvent, locked: LockedAccount) => {
    const reason = await findReason(event, locked)
    if (reason !== undefined) ignored.set(event.id, reason)
    return reason === undefined
  }
  await syncAccount(parts, account.orgId, { events: { take, isValid }, action: 'billing.update' })
  return ignored
}

/** Returns the reason why a completed checkout does not belong to the organization, if it does not. */
async function checkSession({ stripe }: BillingParts, sessionId: string, account: LockedAccount) {
  const session = await stripe.checkout.sessions.retrieve(sessionId, {}, onlyOnce).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined
    throw error
  })
  if (!session) return 'an unknown checkout'
  if (session.mode !== 'subscription') return 'a checkout without a subscription'
  if (session.customer !== account.customerId) return 'a checkout of another customer'
  if (session.client_reference_id !== account.orgId || session.metadata?.org_id !== account.orgId) {
    return 'a checkout of another organization'
  }
  return undefined
}
