'use client'

import { Button, Group, Text } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { CreateApiKey } from './create-api-key.tsx'
import { getApiKeyState } from './get-api-key-state.ts'

type ApiKey = PortalData['listApiKeys']['apiKeys'][number]

const baseColumns: readonly DataTableColumn<ApiKey>[] = [
  { key: 'name', label: 'Name', render: ({ name }) => <bdi>{name}</bdi>, sortBy: ({ name }) => name },
  {
    key: 'key',
    label: 'Key',
    width: '120px',
    render: ({ lastFour }) => (
      <Text span ff="monospace" fz="xs">
        {`svc_…${lastFour ?? ''}`}
      </Text>
    ),
  },
  {
    key: 'creator',
    label: 'Created by',
    render: ({ createdBy }) => createdBy,
    sortBy: ({ createdBy }) => createdBy,
  },
  {
    key: 'used',
    label: 'Last used',
    width: '130px',
    render: ({ lastUsedAt }) => <TimeText at={lastUsedAt} otherwise="Never" />,
    sortBy: ({ lastUsedAt }) => (lastUsedAt === null ? null : Date.parse(lastUsedAt)),
  },
  {
    key: 'expires',
    label: 'Expires',
    width: '130px',
    render: ({ expiresAt }) => <TimeText at={expiresAt} otherwise="Never" />,
    sortBy: ({ expiresAt }) => (expiresAt === null ? null : Date.parse(expiresAt)),
  },
  { key: 'state', label: 'State', width: '190px', render: (apiKey) => <ApiKeyState apiKey={apiKey} /> },
]

/** Lists the organization's API keys, creates and revokes them. */
export function ApiKeyList() {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(trpc.listApiKeys.queryOptions({ orgId }))
  const revoke = useMutation(trpc.revokeApiKey.mutationOptions())
  const [isOpen, setOpen] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey>()
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      Create API key
    </Button>
  )
  const columns: readonly DataTableColumn<ApiKey>[] = mayManage(role)
    ? [
        ...baseColumns,
        {
          key: 'actions',
          label: 'Actions',
          align: 'right',
          width: '100px',
          render: (apiKey) => (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Revoke ${apiKey.name}`}
              onClick={() => setRevoked(apiKey)}
            >
              Revoke
            </Button>
          ),
        },
      ]
    : baseColumns
  const apiKeys = data?.apiKeys ?? []
  return (
    <>
      <PageHeader
        title="API keys"
        description="Scripts use API keys to manage this organization. A key has its creator’s current role."
        actions={mayManage(role) && apiKeys.length > 0 && create}
      />
      {error && !data ? (
        <FailedState error={error} title="The API keys could not be loaded" retry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton />
      ) : apiKeys.length === 0 ? (
        <EmptyState
          icon={<IconKey size={24} stroke={1.5} />}
          title="No API keys yet"
          action={mayManage(role) ? create : undefined}
        >
          Create one to manage company files, apps and tokens from a script.
        </EmptyState>
      ) : (
        <DataTable label="API keys" columns={columns} rows={apiKeys} rowKey={({ id }) => id} />
      )}
      {!mayManage(role) && (
        <Group mt="sm">
          <RoleNote needs="admin" to="create and revoke API keys" />
        </Group>
      )}
      <CreateApiKey opened={isOpen} onOpen={() => setOpen(true)} onClose={() => setOpen(false)} />
      <ConfirmByName
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title="Revoke this API key?"
        name={revoked?.name ?? ''}
        consequences={['Scripts that use it are rejected from their next request.', 'This cannot be undone.']}
        action="Revoke API key"
        onConfirm={async () => {
          if (revoked) await revoke.mutateAsync({ id: revoked.id })
          await queryClient.invalidateQueries(trpc.listApiKeys.queryFilter({ orgId }))
        }}
      />
    </>
  )
}

const stateTexts = { expired: 'Expired', unused: 'Unused for 30 days', active: 'Active' } as const
const stateTones = { expired: 'danger', unused: 'warning', active: 'success' } as const

/** Says whether a key has expired or is no longer used. */
function ApiKeyState({ apiKey }: { apiKey: ApiKey }) {
  const state = getApiKeyState(apiKey, useNow() ?? 0)
  return <StatusBadge tone={stateTones[state]}>{stateTexts[state]}</StatusBadge>
}
