'use client'

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { useTRPCClient } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { PlanCard } from './plan-card.tsx'

const pollMs = 5_000
const settledStates: ReadonlySet<string> = new Set(['active', 'ends', 'enterprise'])

/** Shows the state after a checkout as Stripe has it, also before its event has come. */
export function CheckoutResult({ isPaid }: { readonly isPaid: boolean }) {
  const { id: orgId, slug } = useOrganization()
  const client = useTRPCClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['checkout-result', orgId],
    queryFn: () => client.refreshBilling.mutate({ orgId }),
    refetchInterval: ({ state }) => (isPaid && !settledStates.has(state.data?.state ?? '') ? pollMs : false),
  })
  const isSettled = data !== undefined && settledStates.has(data.state)
  const title = isPaid ? (isSettled ? 'Thank you' : 'Your payment is being confirmed') : 'Checkout canceled'
  return (
    <>
      <PageHeader title={title} breadcrumbs={[{ label: 'Usage and billing', href: `/orgs/${slug}/usage` }]} />
      <Stack gap="lg" aria-live="polite">
        {!isPaid && <Text>Nothing was charged. You can subscribe at any time.</Text>}
        {isPaid && !isSettled && <Text>This takes a few seconds. The page updates when Stripe has confirmed it.</Text>}
        {data ? (
          <PlanCard state={data} />
        ) : error ? (
          <FailedState error={error} title="The plan could not be loaded" retry={() => void refetch()} />
        ) : (
          <PageSkeleton />
        )}
        <div>
          <LinkButton href={`/orgs/${slug}/usage`} variant="default">
            Open usage and billing
          </LinkButton>
        </div>
      </Stack>
    </>
  )
}
