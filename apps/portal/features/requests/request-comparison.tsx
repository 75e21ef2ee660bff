'use client'

import { Button, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Section } from './detail-section.tsx'
import { describeTarget, type ExplainedRequest } from './logged-request.ts'

const choicesMax = 30

const Differences = dynamic(() => import('./request-differences.tsx'), {
  ssr: false,
  loading: () => <BlockSkeleton height={240} />,
})

/** Compares a request with another of the same operation. The other one is part of the address. */
export function RequestComparison({ explained }: { explained: ExplainedRequest }) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { request } = explained
  const [otherId, setOtherId] = useQueryState('compare', parseAsString)
  const [isOpen, setOpen] = useState(otherId !== null)
  const similar = useQuery(
    trpc.searchRequests.queryOptions(
      {
        orgId,
        limit: choicesMax,
        ...(request.operation !== null && { operation: request.operation }),
        ...(request.entity !== null && { entity: request.entity }),
      },
      { enabled: isOpen },
    ),
  )
  const other = useQuery(
    trpc.explainRequest.queryOptions({ loggedRequestId: otherId ?? '' }, { enabled: otherId !== null, retry: false }),
  )
  if (!isOpen) {
    return (
      <div>
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Compare with another request
        </Button>
      </div>
    )
  }
  const choices = (similar.data?.requests ?? []).filter(({ id }) => id !== request.id)
  return (
    <Section title="Comparison">
      <Stack gap="sm">
        <Select
          aria-label="The other request"
          placeholder={similar.isSuccess && choices.length === 0 ? 'There is no similar request' : 'Choose a request'}
          searchable
          clearable
          data={choices.map((choice) => ({
            value: choice.id,
            label: `${choice.code ?? choice.status} · ${describeTarget(choice).slice(0, 60)} · ${new Date(choice.at).toLocaleString()}`,
          }))}
          value={otherId}
          onChange={(id) => void setOtherId(id)}
        />
        {other.isError && <Text c="dimmed">There is no such request.</Text>}
        {other.data && <Differences left={explained} right={other.data} />}
      </Stack>
    </Section>
  )
}
