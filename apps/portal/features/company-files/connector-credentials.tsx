'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { showError } from '../../components/show-error.ts'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { printConnectorSecrets } from './connector-secrets.ts'
import { RotatePassword } from './rotate-password.tsx'

/** Lists the credentials of the QuickBooks Web Connector. Creates, changes and revokes them, and downloads their files. */
export function ConnectorCredentials({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const { role } = useOrganization()
  const [revoking, setRevoking] = useState<{ readonly id: string; readonly label: string }>()
  const list = useQuery(trpc.listConnectorCredentials.queryOptions({ realmId }))
  const reload = () => queryClient.invalidateQueries(trpc.listConnectorCredentials.queryFilter({ realmId }))
  const revoke = useMutation(trpc.revokeConnectorCredential.mutationOptions({ onSuccess: reload }))
  const download = useMutation({
    mutationFn: (credentialId: string) => client.downloadConnectorFile.query({ credentialId }),
    onSuccess: (text) => saveFile('bridge-service.qwc', 'application/xml', text),
    onError: showError,
  })
  if (list.isPending) return <TableSkeleton rows={4} />
  if (list.isError && !list.data) {
    return (
      <FailedState error={list.error} title="The credentials could not be loaded" retry={() => void list.refetch()} />
    )
  }
  const { connectorCredentials } = list.data
  type Credential = (typeof connectorCredentials)[number]
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Title order={2} size="h3">
            Web Connector
          </Title>
          <Text c="dimmed" maw="70ch">
            The QuickBooks Web Connector signs in with a user name and a password. Create them, then open the file in
            the Web Connector and enter the password.
          </Text>
        </Stack>
        {mayManage(role) && <CreateCredential realmId={realmId} onCreated={reload} />}
      </Group>
      {connectorCredentials.length === 0 ? (
        <EmptyState title="No Web Connector yet">
          Credentials appear here when they are created. Each PC needs its own.
        </EmptyState>
      ) : (
        <DataTable
          label="Web Connector credentials"
          rows={connectorCredentials}
          rowKey={({ id }) => id}
          columns={[
            { key: 'label', label: 'Label', render: ({ label }) => <span dir="auto">{label}</span> },
            { key: 'user', label: 'User name', width: '24%', render: ({ userName }) => userName },
            {
              key: 'state',
              label: 'State',
              width: '16%',
              render: (credential: Credential) => {
                const { tone, label } = getState(credential)
                return <StatusBadge tone={tone}>{label}</StatusBadge>
              },
            },
            {
              key: 'polled',
              label: 'Last poll',
              width: '14%',
              render: ({ lastPolledAt }) => <TimeText at={lastPolledAt} otherwise="Never" />,
            },
            {
              key: 'actions',
              label: 'Actions',
              width: '330px',
              render: (credential: Credential) =>
                !credential.revoked && (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Download the file of ${credential.label}`}
                      onClick={() => download.mutate(credential.id)}
                    >
                      Download
                    </Button>
                    {mayManage(role) && <RotatePassword credential={credential} onRotated={reload} />}
                    {mayManage(role) && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Revoke ${credential.label}`}
                        onClick={() => setRevoking(credential)}
                      >
                        Revoke
                      </Button>
                    )}
                  </Group>
                ),
            },
          ]}
        />
      )}
      {!mayManage(role) && <RoleNote needs="admin" to="create and revoke credentials, and replace passwords" />}
      <ConfirmByName
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title="Revoke this credential?"
        name={revoking?.label ?? ''}
        consequences={['The Web Connector that uses it is rejected from its next poll on.']}
        action="Revoke credential"
        onConfirm={() => revoke.mutateAsync({ credentialId: revoking?.id ?? '' })}
      />
    </Stack>
  )
}

/** Returns the badge of a credential: what a person has to change goes first. */
function getState({ revoked, problem, sharedAt, lastPolledAt }: CredentialState) {
  if (revoked) return { tone: 'danger', label: 'Revoked' } as const
  if (problem !== null) return { tone: 'warning', label: 'Another file is open' } as const
  if (sharedAt !== null) return { tone: 'warning', label: 'Used on two PCs' } as const
  if (lastPolledAt !== null) return { tone: 'success', label: 'In use' } as const
  return { tone: 'neutral', label: 'Never used' } as const
}

interface CredentialState {
  readonly revoked: boolean
  readonly problem: string | null
  readonly sharedAt: string | null
  readonly lastPolledAt: string | null
}

function CreateCredential({ realmId, onCreated }: { realmId: RealmId; onCreated: () => Promise<void> }) {
  const trpc = useTRPC()
  const secrets = useSecretsDialog()
  const create = useMutation(
    trpc.createConnectorCredential.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ label, userName, password }) => {
        void onCreated()
        await secrets.show({
          title: `${label} created`,
          ...printConnectorSecrets(userName, password),
        })
        create.reset()
      },
    }),
  )
  return (
    <Stack gap="sm" align="flex-start">
      <Button loading={create.isPending} onClick={() => create.mutate({ realmId })}>
        Create credential
      </Button>
      {create.error && <FailedState error={create.error} title="The credential was not created" />}
    </Stack>
  )
}
