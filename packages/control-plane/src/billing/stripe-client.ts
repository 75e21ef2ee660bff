import type { StripeConfig } from '@bridge/platform/stripe-config'
import Stripe from 'stripe'

/** How long a request to Stripe may take, its response included. */
export const stripeTimeoutMs = 10_000

/** For reads under a lock: Stripe sends the event again, or the job reads again. */
export const onlyOnce = { timeout: stripeTimeoutMs, maxNetworkRetries: 0 } as const

export function createStripeClient({ secretKey, apiUrl }: StripeConfig): Stripe {
  const common = {
    timeout: stripeTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    // The timeout in the library's other client begins again with each part of a response.
    httpClient: Stripe.createFetchHttpClient(),
  }
  if (apiUrl === undefined) return new Stripe(secretKey, common)
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    ...common,
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  })
}

/** Returns what a log may say about a failed request: no message, which can contain customer data. */
export function describeStripeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Stripe.errors.StripeError)) return { err: error }
  const { type, code, param, statusCode, requestId } = error
  return { stripe: { type, code, param, statusCode, requestId } }
}
