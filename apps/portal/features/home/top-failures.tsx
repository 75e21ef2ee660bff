'use client'

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import type { FailureGroup } from '../failures/failure-group.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { failuresInput } from './home-inputs.ts'

interface TopFailuresProps {
  readonly openedAt: string
}

/** The most frequent failures in the 24 hours before the page was opened. */
export function TopFailures({ openedAt }: TopFailuresProps) {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const failures = useQuery(trpc.listFailures.queryOptions(failuresInput(orgId, new Date(openedAt))))
  if (failures.isPending) return <TableSkeleton rows={5} />
  if (failures.isError)
    return (
      <FailedState
        error={failures.error}
        title="The failures could not be loaded"
        retry={() => void failures.refetch()}
      />
    )
  if (failures.data.groups.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        No failures in the last 24 hours.
      </Text>
    )
  }
  return (
    <DataTable
      label="Most frequent failures"
      columns={columns}
      rows={failures.data.groups}
      rowKey={({ code, entity, field, clientId }) => [code, entity, field, clientId].join(' ')}
      href={({ sampleId }) => `/orgs/${slug}/requests/${sampleId}`}
      sortParameter="failures"
    />
  )
}

const columns: readonly DataTableColumn<FailureGroup>[] = [
  { key: 'sentence', label: 'Latest', render: ({ sentence }) => sentence },
  { key: 'code', label: 'Code', width: '220px', render: ({ code }) => code },
  { key: 'count', label: 'Calls', width: '80px', align: 'right', render: ({ count }) => count.toLocaleString('en') },
  {
    key: 'last',
    label: 'Last seen',
    width: '120px',
    align: 'right',
    render: ({ lastAt }) => <TimeText at={lastAt} />,
  },
]
