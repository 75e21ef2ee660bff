'use client'

import { Card, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { StateBadge } from '../company-files/state-badge.tsx'
import { canRead } from './agent-steps.ts'
import type { Installer } from './describe-installer.ts'
import { GoneLink } from './gone-link.tsx'
import { PublicAgentSteps } from './public-agent-steps.tsx'
import { PublicConnectorSteps } from './public-connector-steps.tsx'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { useRepeatedCheck } from './use-repeated-check.ts'

const refetchMs = 2_000

interface PublicSetUpProps {
  readonly token: string
  /** The agent's installer that this service offers, if any. */
  readonly installer: Installer | undefined
  readonly pictures: SetUpPictures
}

/** Leads the person at the PC through the set-up. Shows the company file's name and state, and the steps. */
export function PublicSetUp({ token, installer, pictures }: PublicSetUpProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const setup = useQuery(
    trpc.setup.state.queryOptions(
      { token },
      { retry: false, refetchInterval: ({ state }) => (state.error && isGone(state.error) ? false : refetchMs) },
    ),
  )
  const { mutateAsync } = useMutation(
    trpc.setup.check.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.setup.state.queryFilter({ token })),
    }),
  )
  const check = useCallback(() => mutateAsync({ token }), [mutateAsync, token])
  const facts = setup.error !== null && isGone(setup.error) ? undefined : setup.data
  useRepeatedCheck(facts !== undefined && canRead(facts), check)
  if (setup.error !== null && isGone(setup.error)) return <GoneLink reason={describeError(setup.error).message} />
  if (!facts) {
    return setup.error ? (
      <FailedState error={setup.error} title="The set-up could not be loaded" retry={() => void setup.refetch()} />
    ) : (
      <BlockSkeleton height={560} />
    )
  }
  const isComplete = facts.state === 'connected' && facts.companyName !== null
  return (
    <Stack gap="lg" maw={720} mx="auto">
      <Stack gap="xs">
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {isComplete ? 'Connected' : 'Connect'} <bdi>{facts.name}</bdi>
        </Title>
        {isComplete ? (
          <Text role="status" maw="64ch">
            Connected. You can close this page, and go back to multi-user mode in QuickBooks.
          </Text>
        ) : (
          <Text c="dimmed" maw="64ch">
            <bdi>{facts.sender.name || facts.sender.email}</bdi> asks you to connect the company file in QuickBooks
            Desktop with the apps of your organization. Do these steps on the PC where QuickBooks runs. They take about
            five minutes.
          </Text>
        )}
        <StateBadge state={facts.state} />
      </Stack>
      <Card withBorder>
        {facts.transport === 'agent' ? (
          <PublicAgentSteps token={token} setup={facts} installer={installer} pictures={pictures.agent} />
        ) : (
          <PublicConnectorSteps token={token} setup={facts} pictures={pictures.connector} />
        )}
      </Card>
      {!isComplete && (
        <Text size="sm" c="dimmed">
          This page updates automatically. The link works until <TimeText at={facts.expiresAt} isAbsolute />. If
          something does not work, ask <bdi>{facts.sender.email}</bdi>.
        </Text>
      )}
    </Stack>
  )
}

function isGone(error: unknown): boolean {
  return describeError(error).code === 'not_found'
}
