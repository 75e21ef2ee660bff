'use client'

import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { Section } from '../../components/section.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { useOptimisticChange } from '../../lib/use-optimistic-change.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Requires a second factor from members, or no longer. */
export function RequireSecondFactor() {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const client = useTRPCClient()
  const countId = useId()
  const { data, error, refetch } = useQuery(trpc.getSecondFactorPolicy.queryOptions({ orgId }))
  const change = useOptimisticChange<boolean, PortalData['getSecondFactorPolicy']>({
    queryKey: trpc.getSecondFactorPolicy.queryKey({ orgId }),
    mutationFn: (required) => client.updateSecondFactorPolicy.mutate({ orgId, required }),
    apply: ({ policy }, required) => ({ policy: { ...policy, required } }),
  })
  return (
    <Section
      title="Second factor"
      description="Members without one turn it on before they see this organization. API keys need none."
    >
      {error && !data ? (
        <FailedState error={error} title="This setting could not be loaded" retry={() => void refetch()} />
      ) : !data ? (
        <BlockSkeleton height={48} />
      ) : mayManage(role) ? (
        <Stack gap={4}>
          <Switch
            label="Require a second factor"
            aria-describedby={countId}
            checked={data.policy.required}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
          <Text id={countId} size="sm" c="dimmed">
            {describeMembers(data.policy.membersWithout)}
          </Text>
          <FailedChange change={change} title="The setting was not changed" />
        </Stack>
      ) : (
        <>
          <Text size="sm">{data.policy.required ? 'Required' : 'Not required'}</Text>
          <RoleNote needs="admin" to="require a second factor" />
        </>
      )}
    </Section>
  )
}

function describeMembers(without: number): string {
  if (without === 0) return 'All members have one.'
  return `${formatCount(without, 'member')} ${without === 1 ? 'has' : 'have'} none.`
}
