import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { readPricing } from './pricing.ts'

const perFile = {
  currency: 'usd',
  unit_amount: 4_900,
  billing_scheme: 'per_unit',
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
} as Stripe.Price

describe('readPricing', () => {
  it('returns the amount per company file and period', () => {
    expect(readPricing(perFile)).toEqual({
      kind: 'price',
      unitAmount: 4_900,
      digits: 2,
      currency: 'USD',
      interval: 'month',
      intervalCount: 1,
    })
  })

  it.each([
    ['jpy', 0],
    ['kwd', 3],
  ])('knows how many decimal places %s has', (currency, digits) => {
    expect(readPricing({ ...perFile, currency })).toMatchObject({ digits })
  })

  it.each<[string, Partial<Stripe.Price>]>([
    ['tiers', { billing_scheme: 'tiered' }],
    ['a fraction of a cent', { unit_amount: null }],
    ['a currency whose minor unit is not that of ISO 4217', { currency: 'isk' }],
  ])('names no amount for %s', (_what, other) => {
    expect(readPricing({ ...perFile, ...other })).toEqual({ kind: 'unknown' })
  })
})
