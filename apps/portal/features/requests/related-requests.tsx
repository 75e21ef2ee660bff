'use client'

import { Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Section } from './detail-section.tsx'
import { describeFailure, describeTarget, type LoggedRequest, toRequestTone } from './logged-request.ts'
import classes from './related-requests.module.css'

interface RelatedRequestsProps {
  readonly request: LoggedRequest
  readonly onOpen: (id: string) => void
}

const maxShown = 20

/** Lists the other calls with the same `requestid`. */
export function RelatedRequests({ request: { id, realmId, requestId }, onOpen }: RelatedRequestsProps) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { data, error, refetch } = useQuery(
    trpc.searchRequests.queryOptions(
      { orgId, realmId, requestId: requestId ?? '', limit: maxShown },
      { enabled: requestId !== null },
    ),
  )
  if (requestId === null) return null
  const others = data?.requests.filter((other) => other.id !== id)
  return (
    <Section title="Other calls with this requestid">
      {error && !data ? (
        <FailedState error={error} title="The other calls could not be loaded" retry={() => void refetch()} />
      ) : others?.length === 0 ? (
        <Text size="sm" c="dimmed">
          None in the last 30 days.
        </Text>
      ) : (
        <ul className={classes.list}>
          {others?.map((other) => (
            <li key={other.id}>
              <UnstyledButton className={classes.row} onClick={() => onOpen(other.id)}>
                <StatusBadge tone={toRequestTone(other)}>{describeFailure(other) ?? other.status}</StatusBadge>
                <span className={classes.target}>{describeTarget(other)}</span>
                <TimeText at={other.at} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
