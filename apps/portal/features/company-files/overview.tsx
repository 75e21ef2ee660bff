'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { mayRead } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { WentBackNotice } from '../webhooks/went-back-notice.tsx'
import { CallsChart } from './calls-chart.tsx'
import { ConnectionHistory } from './connection-history.tsx'
import { LastFailure } from './last-failure.tsx'
import { OverviewSection } from './overview-section.tsx'
import { StateCard } from './state-card.tsx'

const chartHeight = 200

interface OverviewProps {
  readonly realmId: RealmId
  /** Whether the service serves the QuickBooks Web Connector. */
  readonly hasConnector: boolean
}

/** Shows whether a company file can be reached, what fixes it, and what happened lately. */
export function Overview({ realmId, hasConnector }: OverviewProps) {
  const trpc = useTRPC()
  const { role } = useOrganization()
  const status = useQuery(trpc.getRealmStatus.queryOptions({ realmId }))
  const details = useQuery(trpc.getRealm.queryOptions({ realmId }))
  const activity = useQuery(trpc.getRealmActivity.queryOptions({ realmId }))
  if (status.isError && !status.data) {
    return (
      <FailedState
        error={status.error}
        title="The state of the company file could not be loaded"
        retry={() => void status.refetch()}
      />
    )
  }
  if (!status.data || !details.data) return <BlockSkeleton height={320} />
  const { realm } = details.data
  return (
    <Stack gap="lg">
      <StateCard realm={realm} status={status.data.status} hasConnector={hasConnector} />
      <WentBackNotice realmId={realmId} />
      {realm.kind === 'production' && status.data.status.state !== 'never_connected' && (
        <ConnectionHistory realmId={realmId} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <OverviewSection title="Calls per hour, last 24 hours">
          {activity.isError && !activity.data ? (
            <FailedState
              error={activity.error}
              title="The calls could not be counted"
              retry={() => void activity.refetch()}
            />
          ) : activity.data ? (
            activity.data.hours.some(({ calls }) => calls > 0) ? (
              <CallsChart hours={activity.data.hours} height={chartHeight} />
            ) : (
              <EmptyState title="No calls in the last 24 hours">
                Calls of your apps appear here by hour as soon as one is made.
              </EmptyState>
            )
          ) : (
            <BlockSkeleton height={chartHeight} />
          )}
        </OverviewSection>
        {mayRead(role) && (
          <OverviewSection title="Last failure">
            <LastFailure failure={status.data.status.lastFailure} />
          </OverviewSection>
        )}
      </SimpleGrid>
    </Stack>
  )
}
