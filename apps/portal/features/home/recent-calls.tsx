'use client'

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { requestsHref } from '../requests/request-parameters.ts'
import { recentCallsInput } from './home-inputs.ts'
import classes from './recent-calls.module.css'

const refreshMs = 30_000

/** The last 24 hours' calls and failures, as numbers and a small chart. */
export function RecentCalls() {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const { data, error, refetch } = useQuery(
    trpc.countRequests.queryOptions(recentCallsInput(orgId), { refetchInterval: refreshMs }),
  )
  if (error && !data) {
    return <FailedState error={error} title="The calls could not be counted" retry={() => void refetch()} />
  }
  if (!data) return <BlockSkeleton height={112} />
  const { ok, clientErrors, serverErrors } = data.total
  const failures = clientErrors + serverErrors
  const most = Math.max(1, ...data.buckets.map((bucket) => bucket.ok + bucket.clientErrors + bucket.serverErrors))
  return (
    <div>
      <Text size="sm">
        <TextLink href={requestsHref(slug, { range: '24h' })}>{formatCount(ok + failures, 'call')}</TextLink>
        {', '}
        <TextLink href={requestsHref(slug, { range: '24h', status: 'failed' })}>
          {`${failures.toLocaleString('en')} failed`}
        </TextLink>
      </Text>
      <div
        className={classes.spark}
        role="img"
        aria-label={`${formatCount(ok + failures, 'call')} and ${formatCount(failures, 'failure')} in 24 hours`}
      >
        {data.buckets.map((bucket) => (
          <div key={bucket.at}>
            <span data-failed style={{ height: `${((bucket.clientErrors + bucket.serverErrors) / most) * 100}%` }} />
            <span style={{ height: `${(bucket.ok / most) * 100}%` }} />
          </div>
        ))}
      </div>
    </div>
  )
}
