'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { IdText } from '../../components/id-text.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage, mayRead } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilePath } from './company-file-paths.ts'
import { getConnectorState } from './connector-state.ts'
import { CreateConnectorCredential } from './create-connector-credential.tsx'
import { CredentialSection } from './credential-section.tsx'
import { CredentialTable } from './credential-table.tsx'
import { DownloadConnectorFile } from './download-connector-file.tsx'
import type { ListedConnectorCredential } from './queries.ts'
import { RotatePassword } from './rotate-password.tsx'

/** Polls change no organization, so the service does not report them. */
const refreshMs = 5_000

/** Lists Web Connector credentials. Creates, changes and revokes them, and downloads their files. */
export function ConnectorCredentials({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { slug, role } = useOrganization()
  const list = useQuery(trpc.listConnectorCredentials.queryOptions({ realmId }, { refetchInterval: refreshMs }))
  const reload = () => queryClient.invalidateQueries(trpc.listConnectorCredentials.queryFilter({ realmId }))
  const revoke = useMutation(trpc.revokeConnectorCredential.mutationOptions({ onSuccess: reload }))
  if (list.isPending) return <TableSkeleton rows={4} />
  if (list.isError && !list.data) {
    return (
      <FailedState error={list.error} title="The credentials could not be loaded" retry={() => void list.refetch()} />
    )
  }
  const { connectorCredentials } = list.data
  return (
    <CredentialSection
      title="Web Connector"
      description="The QuickBooks Web Connector signs in with a user name and a password. Each PC needs its own credential and file."
      actions={
        mayManage(role) && (
          <Group gap="xs">
            <LinkButton variant="default" href={`${companyFilePath(slug, realmId, 'set-up')}?transport=web_connector`}>
              Set-up
            </LinkButton>
            {connectorCredentials.length > 0 && <CreateConnectorCredential realmId={realmId} wording="another" />}
            <CreateConnectorCredential realmId={realmId} />
          </Group>
        )
      }
    >
      <CredentialTable
        label="Web Connector credentials"
        rows={connectorCredentials}
        columns={columns}
        renderActions={(credential) => (
          <>
            {mayRead(role) && <DownloadConnectorFile credential={credential} size="compact-sm" />}
            {mayManage(role) && <RotatePassword credential={credential} onRotated={reload} />}
          </>
        )}
        getName={({ label }) => label}
        isEnded={({ revoked }) => revoked}
        ending={{
          title: 'Revoke this credential?',
          consequences: ['The Web Connector that uses it is rejected from its next poll on.'],
          action: 'Revoke credential',
        }}
        onEnd={(credentialId) => revoke.mutateAsync({ credentialId })}
        actionsWidth={mayManage(role) ? '312px' : '120px'}
        adminsCan="create and revoke credentials, and replace passwords"
        empty={
          <EmptyState icon={<IconKey stroke={1.7} />} title="No Web Connector yet">
            A credential appears here when it is created. It is needed only where a PC connects through the Web
            Connector in place of the agent.
          </EmptyState>
        }
      >
        <ConnectorNotes credentials={connectorCredentials} />
      </CredentialTable>
    </CredentialSection>
  )
}

const columns: readonly DataTableColumn<ListedConnectorCredential>[] = [
  { key: 'label', label: 'Label', render: ({ label }) => <bdi>{label}</bdi> },
  {
    key: 'user',
    label: 'User name',
    width: '176px',
    render: ({ userName }) => <IdText label="user name" value={userName} />,
  },
  { key: 'state', label: 'State', width: '184px', render: (credential) => <ConnectorState credential={credential} /> },
  {
    key: 'polled',
    label: 'Last poll',
    width: '128px',
    render: ({ lastPolledAt }) => <TimeText at={lastPolledAt} otherwise="Never" />,
  },
]

function ConnectorState({ credential }: { credential: ListedConnectorCredential }) {
  const { tone, label } = getConnectorState(credential, useNow())
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

/** Names the PC of each credential in use, and says what to do about those that do not work. */
function ConnectorNotes({ credentials }: { credentials: readonly ListedConnectorCredential[] }) {
  const now = useNow()
  const advice = credentials.flatMap((credential) => {
    const { label, advice: text } = getConnectorState(credential, now)
    return text === undefined ? [] : [`${label}: ${text}`]
  })
  return (
    <>
      {credentials.map(
        ({ id, label, machine, revoked }) =>
          machine !== null &&
          !revoked && (
            <Text key={id} size="sm" c="dimmed" maw="70ch">
              <bdi>{label}</bdi>: latest update on the PC <bdi>{machine}</bdi>
            </Text>
          ),
      )}
      {[...new Set(advice)].map((text) => (
        <Text key={text} size="sm" c="dimmed" maw="70ch">
          {text}
        </Text>
      ))}
    </>
  )
}
