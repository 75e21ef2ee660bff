'use client'

import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { IdText } from '../../components/id-text.tsx'
import { Section } from '../../components/section.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { toConnectionsInput } from './connections-input.ts'

type Connection = PortalData['listClientConnections']['connections'][number]

const typingMs = 250

/** Lists an app's connected company files, and disconnects them. */
export function AppConnections({ clientId }: { clientId: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [ending, setEnding] = useState<Connection>()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), typingMs)
  const connections = useQuery(
    trpc.listClientConnections.queryOptions(toConnectionsInput(clientId, typed), { placeholderData: keepPreviousData }),
  )
  const disconnect = useMutation(trpc.disconnect.mutationOptions())
  const rows = connections.data?.connections ?? []
  return (
    <Section title="Connected company files">
      {(connections.data?.before || text !== '') && (
        <FilterBar search={{ label: 'Search by name or realm ID', value: text, onChange: setText }} />
      )}
      {connections.error && !connections.data ? (
        <FailedState
          error={connections.error}
          title="The connected company files could not be loaded"
          retry={() => void connections.refetch()}
        />
      ) : !connections.data ? (
        <TableSkeleton rows={2} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {typed === '' ? 'None yet. Send a user to the consent page with the link below.' : 'None matches.'}
        </Text>
      ) : (
        <ConnectionTable rows={rows} onDisconnect={setEnding} />
      )}
      {connections.data?.before && (
        <Text size="sm" c="dimmed">
          These are the newest {rows.length}. A search finds the others.
        </Text>
      )}
      <ConfirmByName
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title="Disconnect this company file?"
        name={ending?.realmName ?? ''}
        consequences={[
          'The app’s access and refresh tokens for this company file stop working at once.',
          'The company file and its records stay unchanged. A user can connect the app again.',
        ]}
        action="Disconnect"
        onConfirm={async () => {
          if (ending) await disconnect.mutateAsync({ connectionId: ending.id })
          await Promise.all([
            queryClient.invalidateQueries(trpc.listClientConnections.pathFilter()),
            queryClient.invalidateQueries(trpc.getClient.queryFilter({ clientId })),
          ])
        }}
      />
    </Section>
  )
}

interface ConnectionTableProps {
  readonly rows: readonly Connection[]
  readonly onDisconnect: (connection: Connection) => void
}

function ConnectionTable({ rows, onDisconnect }: ConnectionTableProps) {
  const { slug, role } = useOrganization()
  const columns: readonly DataTableColumn<Connection>[] = [
    {
      key: 'file',
      label: 'Company file',
      render: ({ realmName, realmId }) => (
        <TextLink href={`/orgs/${slug}/company-files/${realmId}`}>
          <bdi>{realmName}</bdi>
        </TextLink>
      ),
    },
    { key: 'realm', label: 'Realm ID', render: ({ realmId }) => <IdText label="Realm ID" value={realmId} /> },
    { key: 'since', label: 'Connected', render: ({ createdAt }) => <TimeText at={createdAt} /> },
    { key: 'by', label: 'Connected by', render: ({ connectedBy }) => connectedBy ?? 'Unknown' },
    { key: 'used', label: 'Last used', render: ({ lastUsedAt }) => <TimeText at={lastUsedAt} otherwise="Never" /> },
  ]
  const actions: DataTableColumn<Connection> = {
    key: 'actions',
    label: 'Actions',
    align: 'right',
    render: (connection) => (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Disconnect ${connection.realmName}`}
        onClick={() => onDisconnect(connection)}
      >
        Disconnect
      </Button>
    ),
  }
  const shown = mayManage(role) ? [...columns, actions] : columns
  return <DataTable label="Connected company files" columns={shown} rows={rows} rowKey={({ id }) => id} />
}
