'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { CredentialTable } from './credential-table.tsx'

type RealmConnection = PortalData['listRealmConnections']['connections'][number]

/** The connections on one list page. */
const maxConnections = 200

/** Lists a company file's apps, and disconnects them. */
export function ConnectedApps({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { slug, role } = useOrganization()
  const list = useQuery(trpc.listRealmConnections.queryOptions({ realmId, limit: maxConnections }))
  const disconnect = useMutation(
    trpc.disconnect.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.listRealmConnections.queryFilter({ realmId })),
    }),
  )
  if (list.isPending) return <TableSkeleton rows={4} />
  if (list.isError && !list.data) {
    return <FailedState error={list.error} title="The apps could not be loaded" retry={() => void list.refetch()} />
  }
  const { connections, before } = list.data
  if (connections.length === 0) return <NoConnectedApps />
  return (
    <Stack gap="md" align="flex-start">
      <CredentialTable
        label="Connected apps"
        rows={connections}
        columns={listColumns(slug)}
        getName={({ clientName }) => clientName}
        ending={{
          title: 'Disconnect this app?',
          consequences: [
            'All tokens of this connection stop working at once.',
            'The app can read and write again only after a user connects it again.',
          ],
          action: 'Disconnect app',
        }}
        onEnd={(connectionId) => disconnect.mutateAsync({ connectionId })}
        actionsWidth="124px"
        adminsCan="disconnect an app"
      >
        {before && (
          <Text size="xs" c="dimmed">
            {`Only the newest ${maxConnections} connections are shown.`}
          </Text>
        )}
        {mayManage(role) && (
          <Text size="xs" c="dimmed">
            Last use is at most 10 seconds behind.
          </Text>
        )}
      </CredentialTable>
    </Stack>
  )
}

function NoConnectedApps() {
  const { slug } = useOrganization()
  return (
    <EmptyState
      icon={<IconPlugConnected stroke={1.7} />}
      title="No app is connected"
      action={
        <LinkButton variant="default" href={`/orgs/${slug}/apps`}>
          Go to apps
        </LinkButton>
      }
    >
      An app appears here when a user connects it to this company file on its consent page.
    </EmptyState>
  )
}

function listColumns(slug: string): readonly DataTableColumn<RealmConnection>[] {
  return [
    {
      key: 'app',
      label: 'App',
      sortBy: ({ clientName }) => clientName,
      render: ({ clientId, clientName }) => (
        <TextLink href={`/orgs/${slug}/apps/${clientId}`}>
          <bdi>{clientName}</bdi>
        </TextLink>
      ),
    },
    {
      key: 'since',
      label: 'Connected',
      width: '20%',
      sortBy: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => <TimeText at={createdAt} />,
    },
    {
      key: 'by',
      label: 'Connected by',
      width: '20%',
      sortBy: ({ connectedBy }) => connectedBy,
      render: ({ connectedBy }) => connectedBy ?? 'Unknown',
    },
    {
      key: 'used',
      label: 'Last used',
      width: '20%',
      sortBy: ({ lastUsedAt }) => lastUsedAt,
      render: ({ lastUsedAt }) => <TimeText at={lastUsedAt} otherwise="Never" />,
    },
  ]
}
