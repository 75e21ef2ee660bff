'use client'

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/format-count.ts'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { formatPeriod, formatPriceFor } from './format-price.ts'
import type { BillingState } from './queries.ts'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Says what is paid next, and when. Shows nothing where nothing is charged, or what is charged is not known. */
export function NextInvoice({ state }: { readonly state: BillingState }) {
  if (!state.billingEnabled) return null
  if (state.action === 'checkout') return <AfterCheckout companyFiles={Math.max(1, state.companyFiles)} />
  return state.state === 'active' ? <AfterPeriod /> : null
}

function AfterCheckout({ companyFiles }: { readonly companyFiles: number }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.pricing.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  if (data?.price.kind !== 'price') return null
  const { price } = data
  return (
    <Text maw="70ch">
      No invoice until you subscribe. Then{' '}
      <strong>
        {formatPriceFor(companyFiles, price)} a {formatPeriod(price)}
      </strong>
      {companyFiles === 1
        ? ' for one company file, before tax.'
        : `, before tax: ${companyFiles} × ${formatPriceFor(1, price)}.`}
    </Text>
  )
}

function AfterPeriod() {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const { data } = useQuery(trpc.invoices.queryOptions({ orgId }, { enabled: mayManage(role), retry: false }))
  const next = data?.next
  if (next?.price.kind !== 'price') return null
  return (
    <Text maw="70ch">
      Next invoice: <strong>{formatPriceFor(next.companyFiles, next.price)}</strong> on{' '}
      {dateFormat.format(new Date(next.at))}, for {formatCount(next.companyFiles, 'company file')}, before tax and
      credits.
    </Text>
  )
}
