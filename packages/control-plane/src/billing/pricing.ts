import type Stripe from 'stripe'

/** What a production company file costs per period. */
export type Pricing =
  /** The deployment has no payment provider. */
  | { readonly kind: 'free' }
  /** The payment provider's checkout shows a price that one amount does not describe, or that is not read yet. */
  | { readonly kind: 'unknown' }
  | Price

/** An amount per company file and period, without tax. */
export interface Price {
  readonly kind: 'price'
  /** In the currency's minor unit: 4900 is $49.00. */
  readonly unitAmount: number
  /** How many decimal places the minor unit has. */
  readonly digits: number
  /** `USD` */
  readonly currency: string
  /** `month`; Stripe also has `day`, `week` and `year`. */
  readonly interval: string
  /** Every how many intervals an invoice comes. */
  readonly intervalCount: number
}

/** Stripe and ISO 4217 define other minor units for these. */
const currenciesWithOtherUnits: ReadonlySet<string> = new Set(['isk', 'mga', 'ugx'])

/** Reads a price as Stripe returns it. */
export function readPricing({ unit_amount, currency, recurring, billing_scheme }: Stripe.Price): Pricing {
  // Tiers, usage and fractions of a cent have no amount per company file.
  if (billing_scheme === 'tiered' || unit_amount === null || recurring === null) return { kind: 'unknown' }
  const digits = findDigits(currency)
  if (recurring.usage_type === 'metered' || digits === undefined) return { kind: 'unknown' }
  return {
    kind: 'price',
    unitAmount: unit_amount,
    digits,
    currency: currency.toUpperCase(),
    interval: recurring.interval,
    intervalCount: recurring.interval_count,
  }
}

/** Returns how many decimal places a currency's minor unit has; undefined where Stripe and ISO 4217 differ. */
export function findDigits(currency: string): number | undefined {
  if (currenciesWithOtherUnits.has(currency)) return undefined
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
}
