'use client'

import type { PortalRouter } from '@bridge/server'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { usePathname } from 'next/navigation'
import { TextLink } from '../../components/text-link.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from './organization-context.tsx'

export type BillingState = inferRouterOutputs<PortalRouter>['getBillingState']

/** Reports a failed payment or rejected calls on every page. Otherwise shows nothing. */
export function BillingBanner({ rendered }: { rendered: BillingState | undefined }) {
  const { id: orgId, slug } = useOrganization()
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.getBillingState.queryOptions({ orgId }, { retry: false, ...(rendered && { initialData: rendered }) }),
  )
  const usage = `/orgs/${slug}/usage`
  const isShownBelow = usePathname() === usage
  if (isShownBelow || !data?.enforced || (data.entitled && data.graceUntil === null)) return null
  return (
    <Alert color={data.entitled ? 'yellow' : 'red'} title={data.title} mb="lg" role="status">
      {data.message} {!data.entitled && 'API calls to your company files are rejected with SUBSCRIPTION_REQUIRED. '}
      <TextLink href={usage} inherit c="inherit">
        Open usage and billing
      </TextLink>
    </Alert>
  )
}
