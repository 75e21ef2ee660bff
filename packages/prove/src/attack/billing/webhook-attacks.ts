import { createHmac, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { stripeAccount } from '@bridge/harness/start-service'
import type { Attack } from '../run/attack.ts'
import type { BillingTarget, Subscriber } from './start-billing-target.ts'

const { webhookPath, webhookSecret } = stripeAccount

/** The effects of an event: responses, requests to Stripe, and the rows of both organizations before and after it. */
interface Seen {
  readonly statuses: readonly number[]
  readonly stripeRequests: number
  readonly before: string
  readonly after: string
}

interface Delivery {
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** Returns what the service knows of subscriptions and has accepted of events, without the times at which it asked Stripe. */
async function readBilling({ database }: BillingTarget): Promise<string> {
  const [row] = await database.$queryRaw<{ billing: string }[]>`
    SELECT (SELECT jsonb_agg(to_jsonb(a) - 'fetchedAt' - 'attemptedAt' ORDER BY "orgId") FROM billing_account AS a)::text
      AS billing`
  return row?.billing ?? ''
}

async function deliver(target: BillingTarget, deliveries: readonly Delivery[]): Promise<Seen> {
  const before = await readBilling(target)
  const requestsBefore = target.stripe.requests.length
  const statuses = await Promise.all(
    deliveries.map(({ body, headers }) =>
      target
        .send({
          method: 'POST',
          path: webhookPath,
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
        .then(({ status }) => status, toClosed),
    ),
  )
  const stripeRequests = target.stripe.requests.length - requestsBefore
  return { statuses, stripeRequests, before, after: await readBilling(target) }
}

/** A server that refuses a long body may close the connection before the client reads the response. */
const closed = 0

function toClosed(error: { readonly code?: unknown }): number {
  if (error.code === 'UND_ERR_SOCKET' || error.code === 'EPIPE' || error.code === 'ECONNRESET') return closed
  throw error
}

function isUnchanged({ before, after }: Seen): boolean {
  return before !== '' && before === after
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

function computeSignature(body: string | Uint8Array, secret: string, seconds: number): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
}

function sign(body: string | Uint8Array, secret: string = webhookSecret, seconds = now()): string {
  return `t=${seconds},v1=${computeSignature(body, secret, seconds)}`
}

function toEvent(type: string, object: object, others: object = {}): string {
  const id = `evt_${randomUUID().replaceAll('-', '')}`
  return JSON.stringify({ id, object: 'event', type, livemode: false, data: { object }, ...others })
}

/** The end of a subscription, which would cut its organization off. */
function endOf({ customer, subscription }: Subscriber): string {
  return toEvent('customer.subscription.deleted', {
    id: subscription,
    object: 'subscription',
    customer,
    status: 'canceled',
  })
}

/** The header of an event that Stripe did not sign, or not so; nothing for none. */
const forgeries: Readonly<Record<string, (body: string) => string | undefined>> = {
  'no signature': () => undefined,
  'an empty signature': () => '',
  'a signature of another secret': (body) => sign(body, 'whsec_other'),
  'a signature of an empty secret': (body) => sign(body, ''),
  'the signing secret of another endpoint, doubled': (body) =>
    `${sign(body, 'whsec_other')},${sign(body, 'whsec_third')}`,
  'a signature of another body': (body) => sign(`${body} `),
  'the signature of an event about the attacker': () => sign(toEvent('invoice.paid', {})),
  'a signature that is 301 s old': (body) => sign(body, webhookSecret, now() - 301),
  'a signature of the next hour': (body) => sign(body, webhookSecret, now() + 3_600),
  'an old signature with a new time': (body) => {
    const old = now() - 86_400
    return `t=${now()},v1=${computeSignature(body, webhookSecret, old)}`
  },
  'an old and a new time': (body) => `t=${now()},${sign(body, webhookSecret, now() - 86_400)}`,
  'a time that is not a number': (body) => sign(body).replace(/t=\d+/, 't=NaN'),
  'no time': (body) => sign(body).replace(/t=\d+,/, ''),
  'a signature without its version': (body) => sign(body).replace('v1=', ''),
  'the version of tests': (body) => sign(body).replace('v1=', 'v0='),
  'half a signature': (body) => sign(body).slice(0, -32),
  'a signature of zeros': () => `t=${now()},v1=${'0'.repeat(64)}`,
  'a signature that is no hex': () => `t=${now()},v1=${'z'.repeat(64)}`,
  'a hundred wrong signatures': () => `t=${now()}${`,v1=${'0'.repeat(64)}`.repeat(100)}`,
}

const tooLarge = 1024 ** 2 + 1

function pad(text: string, length: number): string {
  return text.replace('{', `{${' '.repeat(length - text.length)}`)
}

/** Requests that are refused although they are signed. */
const malformed: Readonly<Record<string, (event: string) => Delivery>> = {
  'a body of more than 1 MiB': (event) => signed(pad(event, tooLarge)),
  'a body of 16 MiB': (event) => signed(pad(event, 16 * 1024 ** 2)),
  'a compressed body': (event) => {
    const body = gzipSync(event)
    return { body, headers: { 'content-encoding': 'gzip', 'stripe-signature': sign(body) } }
  },
  'bytes that are not UTF-8': (event) => signed(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(event)])),
  'text that is not JSON': () => signed('event'),
  'no body': () => signed(''),
  'deep JSON': () => signed('['.repeat(500_000)),
  'an event without an object': () => signed(JSON.stringify({ id: 'evt_1', type: 'invoice.paid', livemode: false })),
  'an event with a path as its object': () =>
    signed(toEvent('checkout.session.completed', { id: '../customers/cus_1', customer: 'cus_1' })),
  'an event with __proto__ as its data': () =>
    signed('{"id":"evt_1","type":"invoice.paid","livemode":false,"data":{"__proto__":{"object":{"id":"in_1"}}}}'),
}

function signed(body: string | Uint8Array): Delivery {
  return { body, headers: { 'stripe-signature': sign(body) } }
}

type Subscribers = BillingTarget['subscribers']

/** Events that Stripe signed, and that must change neither organization. */
const foreign: Readonly<Record<string, (subscribers: Subscribers) => string>> = {
  'of another account': ({ victim }) => endOf(victim).replace('{', '{"account":"acct_other",'),
  'of the live mode': ({ victim }) => endOf(victim).replace('"livemode":false', '"livemode":true'),
  'of an unknown customer': ({ victim }) => endOf({ ...victim, customer: 'cus_unknown' }),
  'of no customer': ({ victim }) => toEvent('customer.subscription.deleted', { id: victim.subscription }),
  'that the victim’s subscription has ended, which it has not': ({ victim }) => endOf(victim),
  'about the victim’s subscription with the attacker’s customer': ({ victim, attacker }) =>
    endOf({ ...victim, customer: attacker.customer }),
  'about the attacker’s subscription with the victim’s customer': ({ victim, attacker }) =>
    endOf({ ...attacker, customer: victim.customer }),
  'that the attacker’s customer has paid the victim’s checkout': ({ victim, attacker }) =>
    toEvent('checkout.session.completed', {
      id: victim.checkout,
      customer: attacker.customer,
      subscription: victim.subscription,
    }),
  'that the victim’s customer has paid the attacker’s checkout': ({ victim, attacker }) =>
    toEvent('checkout.session.completed', { id: attacker.checkout, customer: victim.customer }),
  'about an unknown checkout': ({ victim }) =>
    toEvent('checkout.session.completed', { id: 'cs_test_unknown', customer: victim.customer }),
  'about a failed payment that did not fail': ({ victim }) =>
    toEvent('invoice.payment_failed', {
      id: 'in_unknown',
      customer: victim.customer,
      subscription: victim.subscription,
    }),
  'of a type that nothing handles': ({ victim }) => toEvent('customer.deleted', { id: victim.customer }),
}

const copies = 50

/** Attacks with events, which anyone can send. Stripe’s own ones may come twice, late, or about others. */
export const webhookAttacks: readonly Attack<Seen, BillingTarget>[] = [
  ...Object.entries(forgeries).map(
    ([name, toSignature]): Attack<Seen, BillingTarget> => ({
      name: `forged: ${name}`,
      attempt: (target) => {
        const body = endOf(target.subscribers.victim)
        const signature = toSignature(body)
        return deliver(target, [{ body, headers: signature === undefined ? {} : { 'stripe-signature': signature } }])
      },
      holds: (seen) => seen.statuses[0] === 400 && seen.stripeRequests === 0 && isUnchanged(seen),
    }),
  ),
  ...Object.entries(malformed).map(
    ([name, toDelivery]): Attack<Seen, BillingTarget> => ({
      name: `malformed: ${name}`,
      attempt: (target) => deliver(target, [toDelivery(endOf(target.subscribers.victim))]),
      holds: (seen) =>
        [400, 413, closed].includes(seen.statuses[0] ?? -1) && seen.stripeRequests === 0 && isUnchanged(seen),
    }),
  ),
  ...Object.entries(foreign).map(
    ([name, toText]): Attack<Seen, BillingTarget> => ({
      name: `signed: an event ${name}`,
      attempt: (target) => deliver(target, [signed(toText(target.subscribers))]),
      holds: (seen) => seen.statuses[0] === 200 && isUnchanged(seen),
    }),
  ),
  {
    name: `signed: ${copies} copies of one event at once`,
    attempt: (target) => {
      const { customer, subscription } = target.subscribers.victim
      const event = toEvent('customer.subscription.updated', { id: subscription, customer })
      return deliver(
        target,
        Array.from({ length: copies }, () => signed(event)),
      )
    },
    holds: (seen) =>
      seen.statuses.every((status) => status === 200) && seen.stripeRequests < copies && isUnchanged(seen),
  },
  {
    name: `forged: the victim’s session and API key instead of a signature`,
    attempt: (target) => {
      const { session, apiKey } = target.victim.members.owner
      const headers = { cookie: `session=${session}`, 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` }
      return deliver(target, [{ body: endOf(target.subscribers.victim), headers }])
    },
    holds: (seen) => seen.statuses[0] === 400 && seen.stripeRequests === 0 && isUnchanged(seen),
  },
]
