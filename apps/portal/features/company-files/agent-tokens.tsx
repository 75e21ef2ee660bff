'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import type { OfferedRelease } from './agent-update.ts'
import { AgentUpdateNotice } from './agent-update-notice.tsx'
import { CreateAgentToken } from './create-agent-token.tsx'
import { CredentialSection } from './credential-section.tsx'
import { CredentialTable } from './credential-table.tsx'
import type { CompanyFileDetails, CompanyFileStatus } from './queries.ts'

interface AgentTokensProps {
  readonly realmId: RealmId
  /** The agent's release that the service offers. */
  readonly release: OfferedRelease | undefined
  /** Whether the service offers the agent's installer. */
  readonly hasDownload: boolean
}

/** Lists a company file's agent tokens: label, last use, state. Creates and revokes them. */
export function AgentTokens({ realmId, release, hasDownload }: AgentTokensProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { role } = useOrganization()
  const details = useQuery(trpc.getRealm.queryOptions({ realmId }))
  const status = useQuery(trpc.getRealmStatus.queryOptions({ realmId }))
  const revoke = useMutation(
    trpc.revokeAgentToken.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.getRealm.queryFilter({ realmId })),
    }),
  )
  if (details.isPending) return <TableSkeleton rows={4} />
  if (details.isError && !details.data) {
    return (
      <FailedState
        error={details.error}
        title="The agent tokens could not be loaded"
        retry={() => void details.refetch()}
      />
    )
  }
  const { agentTokens } = details.data
  return (
    <CredentialSection
      title="Agent tokens"
      description="The agent on the PC signs in with a token. Give each PC its own, so you can revoke them separately."
      actions={mayManage(role) && <CreateAgentToken realmId={realmId} />}
    >
      <AgentUpdateNotice release={release} agentVersion={status.data?.status.agentVersion} hasDownload={hasDownload} />
      <CredentialTable
        label="Agent tokens"
        rows={agentTokens.toReversed()}
        columns={listColumns(status.data?.status)}
        getName={(token) => token.label}
        isEnded={({ revoked }) => revoked}
        ending={{
          title: 'Revoke this agent token?',
          consequences: [
            'The agent that uses the token is disconnected within seconds, and stops.',
            'It connects again only with a new token.',
          ],
          action: 'Revoke token',
        }}
        onEnd={(tokenId) => revoke.mutateAsync({ tokenId })}
        actionsWidth="100px"
        adminsCan="create and revoke agent tokens"
        empty={
          <EmptyState icon={<IconKey stroke={1.7} />} title="No agent token yet">
            Tokens appear here when you pair an agent or create one.
          </EmptyState>
        }
      />
    </CredentialSection>
  )
}

function listColumns(
  current: CompanyFileStatus | undefined,
): readonly DataTableColumn<CompanyFileDetails['agentTokens'][number]>[] {
  return [
    {
      key: 'label',
      label: 'Label',
      sortBy: ({ label }) => label,
      render: ({ label }) => <bdi>{label}</bdi>,
    },
    {
      key: 'state',
      label: 'State',
      width: '18%',
      render: ({ id, revoked, lastUsedAt }) => (
        <TokenState
          isRevoked={revoked}
          isUsed={lastUsedAt !== null}
          isInUse={current?.agentTokenId === id && isOnline(current.state)}
        />
      ),
    },
    {
      key: 'version',
      label: 'Agent version',
      width: '14%',
      render: ({ id }) => (current?.agentTokenId === id ? (current.agentVersion ?? '–') : '–'),
    },
    { key: 'created', label: 'Created', width: '16%', render: ({ createdAt }) => <TimeText at={createdAt} /> },
    {
      key: 'used',
      label: 'Last use',
      width: '16%',
      sortBy: ({ lastUsedAt }) => lastUsedAt,
      render: ({ lastUsedAt }) => <TimeText at={lastUsedAt} otherwise="Never" />,
    },
  ]
}

function isOnline(state: string): boolean {
  return state !== 'offline' && state !== 'token_revoked' && state !== 'replaced'
}

interface TokenStateProps {
  readonly isRevoked: boolean
  readonly isUsed: boolean
  readonly isInUse: boolean
}

function TokenState({ isRevoked, isUsed, isInUse }: TokenStateProps) {
  if (isRevoked) return <StatusBadge tone="danger">Revoked</StatusBadge>
  if (isInUse) return <StatusBadge tone="success">Connected</StatusBadge>
  return <StatusBadge tone="neutral">{isUsed ? 'Not connected' : 'Never used'}</StatusBadge>
}
