'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

type Call = PortalData['searchRequests']['requests'][number]

const shownCalls = 10

/** Lists the last calls of MCP hosts to a company file. */
export function McpCalls({ realmId }: { readonly realmId: RealmId }) {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const list = useQuery(trpc.searchRequests.queryOptions({ orgId, realmId, source: 'mcp', limit: shownCalls }))
  if (list.error && !list.data) {
    return <FailedState error={list.error} title="The calls could not be loaded" retry={() => void list.refetch()} />
  }
  if (!list.data) return <TableSkeleton rows={3} />
  if (list.data.requests.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No MCP host has called this company file in the last 30 days.
      </Text>
    )
  }
  return (
    <DataTable
      label="Last calls"
      columns={columns}
      rows={list.data.requests}
      rowKey={({ id }) => id}
      href={({ id }) => `/orgs/${slug}/requests/${id}`}
    />
  )
}

const columns: readonly DataTableColumn<Call>[] = [
  { key: 'call', label: 'Call', render: ({ operation, entity }) => [operation, entity].filter(Boolean).join(' ') },
  { key: 'host', label: 'Host', render: ({ clientName }) => <bdi>{clientName ?? 'Deleted app'}</bdi> },
  {
    key: 'status',
    label: 'Response',
    render: ({ status, code }) => (
      <StatusBadge tone={status < 400 ? 'success' : 'danger'}>{code ?? status}</StatusBadge>
    ),
  },
  { key: 'time', label: 'Time', render: ({ at }) => <TimeText at={at} /> },
]
