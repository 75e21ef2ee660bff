'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { showError } from '../../components/show-error.ts'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { companyFilePath } from '../company-files/company-file-paths.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { DownloadAgent } from './download-agent.tsx'
import { PairingCode } from './pairing-code.tsx'
import { SetUpLinks } from './set-up-links.tsx'
import { canRead, needsAgent } from './set-up-steps.ts'
import { StepList } from './step-list.tsx'
import { useRepeatedCheck } from './use-repeated-check.ts'

const refetchMs = 2_000

interface SetUpProps {
  readonly realmId: RealmId
  /** Whether this service offers the installer of the agent. */
  readonly hasDownload: boolean
}

/** Leads an admin through the set-up of a company file, or lets them send it to the person at the PC. */
export function SetUp(props: SetUpProps) {
  const { role } = useOrganization()
  return mayManage(role) ? (
    <AdminSetUp {...props} />
  ) : (
    <RoleNote needs="admin" to="set up the connection of this company file" />
  )
}

function AdminSetUp({ realmId, hasDownload }: SetUpProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { slug } = useOrganization()
  const status = useQuery(trpc.getRealmStatus.queryOptions({ realmId }, { refetchInterval: refetchMs }))
  const { mutate } = useMutation(
    trpc.checkRealm.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.getRealmStatus.queryFilter({ realmId })),
    }),
  )
  const check = useCallback(() => mutate({ realmId }), [mutate, realmId])
  const pair = useMutation(trpc.createPairingCode.mutationOptions({ gcTime: 0, onError: showError }))
  const facts = status.data && {
    state: status.data.status.state,
    hasAgent: status.data.status.connectedAt !== null,
    companyName: status.data.status.companyName,
  }
  useRepeatedCheck(facts !== undefined && canRead(facts), check)
  if (status.isError && !facts) {
    return (
      <FailedState error={status.error} title="The set-up could not be loaded" retry={() => void status.refetch()} />
    )
  }
  if (!facts) return <BlockSkeleton height={420} />
  return (
    <Stack gap="lg" maw={820}>
      <SetUpLinks realmId={realmId} />
      <Card withBorder>
        <Stack gap="lg">
          <Stack gap={4}>
            <Title order={2} size="h3">
              Set up the agent
            </Title>
            <Text c="dimmed" maw="70ch">
              The agent runs on the PC with QuickBooks, and connects to this service. The steps tick themselves.
            </Text>
          </Stack>
          <StepList
            facts={facts}
            extras={{
              get: needsAgent(facts) && hasDownload && <DownloadAgent />,
              pair: needsAgent(facts) && (
                <PairingCode issued={pair.data} isPending={pair.isPending} onIssue={() => pair.mutate({ realmId })} />
              ),
              read: facts.state === 'connected' && facts.companyName !== null && (
                <Group>
                  <LinkButton href={companyFilePath(slug, realmId)}>Open the company file</LinkButton>
                </Group>
              ),
            }}
          />
        </Stack>
      </Card>
    </Stack>
  )
}
