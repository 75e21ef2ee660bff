import { formatAmount } from '../../lib/format-amount.ts'
import type { PortalData } from '../../lib/portal-data.ts'

/** What a company file costs, and what a trial includes. */
export type Pricing = PortalData['pricing']

/** An amount per company file and period. */
export type Price = Extract<Pricing['price'], { readonly kind: 'price' }>

/** Returns the price of some company files: `$98.00`. */
export function formatPriceFor(companyFiles: number, price: Price): string {
  return formatAmount(companyFiles * price.unitAmount, price)
}

/** Returns how often it is paid: `month`, `3 months`. */
export function formatPeriod({ interval, intervalCount }: Price): string {
  return intervalCount === 1 ? interval : `${intervalCount} ${interval}s`
}
