'use client'

import { Card, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { ConfirmFile } from '../company-files/confirm-file.tsx'
import { StateBadge } from '../company-files/state-badge.tsx'
import { canRead, getAgentSteps, needsAgent } from './agent-steps.ts'
import { DownloadAgent } from './download-agent.tsx'
import { GoneLink } from './gone-link.tsx'
import { PairingCode } from './pairing-code.tsx'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { StepList } from './step-list.tsx'
import { useRepeatedCheck } from './use-repeated-check.ts'

const refetchMs = 2_000

interface PublicSetUpProps {
  readonly token: string
  /** Whether this service offers the agent's installer. */
  readonly hasDownload: boolean
  readonly pictures: SetUpPictures['agent']
}

/** Leads the person at the PC through the set-up. Shows the company file's name and state, and the steps. */
export function PublicSetUp({ token, hasDownload, pictures }: PublicSetUpProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const setup = useQuery(
    trpc.setup.state.queryOptions(
      { token },
      { retry: false, refetchInterval: ({ state }) => (state.error && isGone(state.error) ? false : refetchMs) },
    ),
  )
  const [hasDownloaded, setDownloaded] = useState(false)
  const { mutateAsync } = useMutation(
    trpc.setup.check.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.setup.state.queryFilter({ token })),
    }),
  )
  const check = useCallback(() => mutateAsync({ token }), [mutateAsync, token])
  const pair = useMutation(trpc.setup.pair.mutationOptions({ gcTime: 0 }))
  const isLinkGone = setup.error !== null && isGone(setup.error)
  const facts = isLinkGone ? undefined : setup.data
  useRepeatedCheck(facts !== undefined && canRead(facts), check)
  if (isLinkGone) return <GoneLink />
  if (!facts) {
    return setup.error ? (
      <FailedState error={setup.error} title="The set-up could not be loaded" retry={() => void setup.refetch()} />
    ) : (
      <BlockSkeleton height={560} />
    )
  }
  const { state, companyFile } = facts
  const steps = getAgentSteps({ ...facts, hasDownloaded, hasCode: pair.isSuccess }, hasDownload)
  const current = steps.find(({ progress }) => progress === 'current')?.key
  const question = state === 'file_unconfirmed' && companyFile !== null && (
    <ConfirmSetUpFile token={token} companyFile={companyFile} />
  )
  const isComplete = facts.state === 'connected' && facts.companyName !== null
  return (
    <Stack gap="lg" maw={720} mx="auto">
      <Stack gap="xs">
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          Connect <bdi>{facts.name}</bdi>
        </Title>
        <Text c="dimmed" maw="64ch">
          These steps connect the company file in QuickBooks Desktop with the apps of your organization. Do them on the
          PC where QuickBooks runs. It takes about five minutes.
        </Text>
        <StateBadge state={facts.state} />
      </Stack>
      <Card withBorder>
        <StepList
          steps={steps}
          pictures={pictures}
          extras={{
            download: needsAgent(facts) && <DownloadAgent onDownload={() => setDownloaded(true)} />,
            pair: needsAgent(facts) && facts.canPair && (
              <PairingCode
                issued={pair.data}
                isPending={pair.isPending}
                onIssue={() => pair.mutate({ token })}
                failure={<FailedChange change={pair} title="The pairing code was not created" />}
              />
            ),
            file: current === 'file' && question,
            location: current === 'location' && question,
          }}
          results={{ read: facts.companyName ?? '' }}
        />
      </Card>
      {isComplete ? (
        <Text role="status">You’re done. You can close this page, and go back to multi-user mode in QuickBooks.</Text>
      ) : (
        <Text size="xs" c="dimmed">
          This page updates automatically. The link works until <TimeText at={facts.expiresAt} isAbsolute />.
        </Text>
      )}
    </Stack>
  )
}

function ConfirmSetUpFile({ token, companyFile }: { token: string; companyFile: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const confirm = useMutation(
    trpc.setup.confirm.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.setup.state.queryFilter({ token })),
    }),
  )
  return (
    <ConfirmFile
      companyFile={companyFile}
      isPending={confirm.isPending}
      onConfirm={() => confirm.mutate({ token, companyFile })}
      failure={<FailedChange change={confirm} title="The company file was not confirmed" />}
    />
  )
}

function isGone(error: unknown): boolean {
  return describeError(error).code === 'not_found'
}
