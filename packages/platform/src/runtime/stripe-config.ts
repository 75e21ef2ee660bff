import type { EnvironmentValues, Variable } from '@bridge/environment'
import { z } from 'zod'

/** The variables connecting the service to Stripe. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: {
    schema: z
      .string()
      .regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret or restricted key of Stripe')
      .optional(),
    description: 'The secret key of the Stripe account. Without it, checkout and the billing portal are disabled.',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_[^\s,]+(,whsec_[^\s,]+)*$/, 'must be a signing secret of Stripe, or several separated by commas')
      .optional(),
    description: 'The signing secret of the webhook endpoint; while it is rolled, both secrets, separated by a comma.',
  },
  STRIPE_PRICE_ID: {
    schema: z
      .string()
      .regex(/^price_\w+$/, 'must be the ID of a price')
      .optional(),
    description: 'The price of one production realm per period.',
  },
  STRIPE_API_URL: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    defaultText: '`https://api.stripe.com`',
    description: 'The address of a server that replaces Stripe.',
  },
  STRIPE_TEST_CLOCK: {
    schema: z
      .string()
      .regex(/^clock_\w+$/, 'must be the ID of a test clock')
      .optional(),
    description: 'A test clock of Stripe that billing reads the time from; only with a test key.',
  },
} as const satisfies Readonly<Record<string, Variable>>

/** Variables set together or not at all. */
export const stripeTogether = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const

/** The connection to Stripe. */
export interface StripeConfig {
  readonly secretKey: string
  /** The webhook's signing secrets; several while one is rolled. */
  readonly webhookSecrets: readonly string[]
  readonly priceId: string
  /** Replaces `https://api.stripe.com`. */
  readonly apiUrl?: string
  /** The test clock for new customers and for billing. */
  readonly testClock?: string
}

type StripeValues = EnvironmentValues<{ readonly program: string; readonly variables: typeof stripeVariables }>

/**
 * Returns the connection described by the variables; `undefined` without a key.
 *
 * @throws {Error} for variables needing others, in one line
 */
export function toStripeConfig(values: StripeValues): StripeConfig | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_ID: priceId,
    STRIPE_API_URL: apiUrl,
    STRIPE_TEST_CLOCK: testClock,
  } = values
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) {
    const extra = apiUrl === undefined ? testClock && 'STRIPE_TEST_CLOCK' : 'STRIPE_API_URL'
    if (extra) throw new Error(`The environment is invalid. ${extra}: set ${stripeTogether.join(', ')}, too`)
    return undefined
  }
  if (testClock !== undefined && isLiveKey(secretKey)) {
    throw new Error('The environment is invalid. STRIPE_TEST_CLOCK: a live key has no test clocks')
  }
  return {
    secretKey,
    webhookSecrets: webhookSecret.split(','),
    priceId,
    ...(apiUrl !== undefined && { apiUrl }),
    ...(testClock !== undefined && { testClock }),
  }
}

/** Returns whether a key is for real payments. */
export function isLiveKey(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey)
}
