'use client'

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import { toHomeInput, toSandboxInput } from '../company-files/list-inputs.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { failuresInput } from './home-inputs.ts'
import { type Incident, listIncidents } from './list-incidents.ts'
import classes from './needs-attention.module.css'

const maxShown = 5

interface NeedsAttentionProps {
  readonly openedAt: string
}

/** What needs attention, the most urgent first: at most five lines, the others behind a button. */
export function NeedsAttention({ openedAt }: NeedsAttentionProps) {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const now = useNow()
  const files = useQuery(trpc.listRealms.queryOptions(toHomeInput(orgId)))
  const counts = useQuery(trpc.countRealms.queryOptions({ orgId }))
  const failures = useQuery(trpc.listFailures.queryOptions(failuresInput(orgId, new Date(openedAt))))
  const apiKeys = useQuery(trpc.listApiKeys.queryOptions({ orgId }))
  const wentBack = useQuery(trpc.listWentBack.queryOptions({ orgId }))
  const { data: billing } = useQuery(trpc.getBillingState.queryOptions({ orgId }))
  const { data: sandboxes } = useQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId)))
  const sandboxId = sandboxes?.realms[0]?.id
  const { data: sandbox } = useQuery(
    trpc.getRealm.queryOptions({ realmId: sandboxId ?? '' }, { enabled: sandboxId !== undefined }),
  )
  const failed = [files, counts, failures, apiKeys, wentBack].filter(({ isError, data }) => isError && !data)
  if (failed[0]) {
    const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()))
    return <FailedState error={failed[0].error} title="What needs attention could not be loaded" retry={retry} />
  }
  const isWaiting = sandboxId !== undefined && !sandbox
  if (
    !files.data ||
    !counts.data ||
    !failures.data ||
    !apiKeys.data ||
    !wentBack.data ||
    now === undefined ||
    isWaiting
  ) {
    return (
      <div className={classes.frame}>
        <BlockSkeleton height={112} />
      </div>
    )
  }
  const incidents = listIncidents({
    slug,
    now,
    billing,
    groups: counts.data.groups,
    files: files.data.realms,
    failures: failures.data.groups,
    quota: sandbox?.sandbox,
    wentBack: wentBack.data.realms,
    apiKeys: apiKeys.data.apiKeys,
  })
  const quota = sandbox?.sandbox
  const others = incidents.slice(maxShown)
  return (
    <div className={classes.frame}>
      {incidents.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nothing needs attention.
        </Text>
      ) : (
        <IncidentList incidents={incidents.slice(0, maxShown)} />
      )}
      {others.length > 0 && (
        <details className={classes.more}>
          <summary>{`${others.length} more`}</summary>
          <IncidentList incidents={others} />
        </details>
      )}
      {quota && (
        <Text size="sm" c="dimmed" mt="xs">
          {`The sandbox has used ${quota.callsToday.toLocaleString('en')} of ${formatCount(quota.limits.dailyCalls, 'call')} today.`}
        </Text>
      )}
    </div>
  )
}

function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <ul className={classes.list}>
      {incidents.map(({ key, tone, name, text, label, href }) => (
        <li key={key}>
          <StatusBadge tone={tone}>
            {name !== undefined && (
              <>
                <bdi>{name}</bdi>{' '}
              </>
            )}
            {text}
          </StatusBadge>
          <TextLink href={href}>{label}</TextLink>
        </li>
      ))}
    </ul>
  )
}
