'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { CommitResult, type Committed } from './commit-result.tsx'

// Most visits have nothing to decide.
const WaitingProposal = dynamic(() => import('./waiting-proposal.tsx').then((module) => module.WaitingProposal), {
  ssr: false,
})

interface ProposalListProps {
  readonly realmId: RealmId
  readonly mayCommit: boolean
}

const refetchMs = 10_000

/** Lists the writes that wait for a decision. */
export function ProposalList({ realmId, mayCommit }: ProposalListProps) {
  const trpc = useTRPC()
  const [last, setLast] = useState<{ readonly write: string; readonly result: Committed }>()
  const list = useQuery({
    ...trpc.listProposals.queryOptions({ realmId, waiting: 'true' }),
    refetchInterval: refetchMs,
  })
  if (list.error && !list.data) {
    return (
      <FailedState error={list.error} title="The proposals could not be loaded" retry={() => void list.refetch()} />
    )
  }
  // As high as the usual sentence, so that nothing below moves.
  if (!list.data) return <BlockSkeleton height={21} />
  const { proposals } = list.data
  return (
    <Stack gap="md">
      {last && <CommitResult {...last} />}
      {proposals.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing waits for a decision.
        </Text>
      )}
      {proposals.map((proposal) => (
        <WaitingProposal
          key={proposal.id}
          {...{ realmId, proposal, mayCommit }}
          onCommitted={(write, result) => setLast({ write, result })}
        />
      ))}
    </Stack>
  )
}
