'use client'

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { PlanCard } from './plan-card.tsx'
import { UsageCard } from './usage-card.tsx'
import { usageInput } from './usage-input.ts'

/** Shows the organization's plan and its use over 30 days. */
export function UsagePage() {
  const { id: orgId } = useOrganization()
  const trpc = useTRPC()
  const state = useQuery(trpc.getBillingState.queryOptions({ orgId }))
  const usage = useQuery(trpc.getUsage.queryOptions(usageInput(orgId)))
  return (
    <>
      <PageHeader title="Usage and billing" description="Plan and usage in the last 30 days." />
      <Stack gap="lg">
        {state.data ? (
          <PlanCard state={state.data} />
        ) : state.error ? (
          <FailedState error={state.error} title="The plan could not be loaded" retry={() => void state.refetch()} />
        ) : (
          <BlockSkeleton />
        )}
        {usage.data ? (
          <UsageCard usage={usage.data} />
        ) : usage.error ? (
          <FailedState error={usage.error} title="The usage could not be loaded" retry={() => void usage.refetch()} />
        ) : (
          <BlockSkeleton height={320} />
        )}
      </Stack>
    </>
  )
}
