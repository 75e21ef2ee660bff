'use client'

import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { toStatusTone } from '../requests/logged-request.ts'
import { noParameters, ranges, requestsHref, toRequestFilter } from '../requests/request-parameters.ts'
import { AppFilter, CompanyFileFilter } from '../requests/resource-filters.tsx'
import type { FailureGroup } from './failure-group.ts'

const rangeNames = { '1h': 'hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' }
const refreshMs = 30_000

/** Failed calls, grouped by code, entity, field and app, each with its fix. */
export function FailureGroups() {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const [{ range, app, file }, setFilter] = useQueryStates({
    range: parseAsStringLiteral(ranges).withDefault('7d'),
    app: parseAsString,
    file: parseAsString,
  })
  const [openedAt] = useState(Date.now)
  const failures = useQuery(
    trpc.listFailures.queryOptions(
      { orgId, ...toRequestFilter({ ...noParameters, range, app, file }, openedAt) },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  )
  return (
    <>
      <FilterBar isFiltered={app !== null || file !== null} onClear={() => void setFilter({ app: null, file: null })}>
        <FilterSelect
          label="Time"
          options={ranges.map((value) => ({ value, label: `Last ${rangeNames[value]}` }))}
          value={range}
          onChange={(value) => void setFilter({ range: value as typeof range })}
        />
        <CompanyFileFilter value={file} onChange={(value) => void setFilter({ file: value })} />
        <AppFilter value={app} onChange={(value) => void setFilter({ app: value })} />
      </FilterBar>
      {failures.isPending ? (
        <TableSkeleton rows={6} />
      ) : failures.isError ? (
        <FailedState
          error={failures.error}
          title="The failures could not be loaded"
          retry={() => void failures.refetch()}
        />
      ) : failures.data.groups.length === 0 ? (
        <NoFailures calls={failures.data.calls} slug={slug} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {`${failures.data.failures.toLocaleString('en')} of ${formatCount(failures.data.calls, 'call')} failed.`}
          </Text>
          <DataTable
            label="Failures"
            columns={createColumns(slug, range)}
            rows={failures.data.groups}
            rowKey={({ code, entity, field, clientId }) => [code, entity, field, clientId].join(' ')}
            href={({ sampleId }) => `/orgs/${slug}/requests/${sampleId}`}
          />
        </>
      )}
    </>
  )
}

function NoFailures({ calls, slug }: { calls: number; slug: string }) {
  return (
    <EmptyState
      title={`No failures in ${formatCount(calls, 'call')}`}
      action={
        <LinkButton href={calls === 0 ? `/orgs/${slug}` : `/orgs/${slug}/requests`} variant="default">
          {calls === 0 ? 'Make a call' : 'Show the requests'}
        </LinkButton>
      }
    >
      Calls that fail appear here, grouped by what went wrong, with the fix.
    </EmptyState>
  )
}

function createColumns(slug: string, range: (typeof ranges)[number]): readonly DataTableColumn<FailureGroup>[] {
  return [
    {
      key: 'failure',
      label: 'Latest, and its fix',
      render: ({ sentence, fix }) => (
        <>
          {sentence}
          <Text size="sm" c="dimmed">
            {fix.replaceAll('`', '')}
          </Text>
        </>
      ),
    },
    {
      key: 'code',
      label: 'Code',
      width: '176px',
      sortBy: ({ code }) => code,
      render: ({ code, status }) => (
        <TextLink href={`/docs/errors#${code}`}>
          <StatusBadge tone={toStatusTone(status)}>{code}</StatusBadge>
        </TextLink>
      ),
    },
    {
      key: 'entity',
      label: 'Entity and field',
      width: '136px',
      sortBy: ({ entity }) => entity,
      render: ({ entity, field }) => [entity, field].filter((name) => name !== null).join(' · ') || '–',
    },
    {
      key: 'app',
      label: 'App',
      width: '120px',
      sortBy: ({ clientName }) => clientName,
      render: ({ clientName, clientId }) => <bdi>{clientName ?? (clientId === null ? '–' : 'Deleted app')}</bdi>,
    },
    {
      key: 'count',
      label: 'Calls',
      width: '76px',
      align: 'right',
      sortBy: ({ count }) => count,
      render: ({ count, code, entity, field, clientId }) => (
        <TextLink href={requestsHref(slug, { code, entity, field, app: clientId, range })}>
          {count.toLocaleString('en')}
        </TextLink>
      ),
    },
    {
      key: 'share',
      label: 'Share',
      width: '76px',
      align: 'right',
      sortBy: ({ share }) => share,
      render: ({ share }) => formatShare(share),
    },
    {
      key: 'first',
      label: 'First seen',
      width: '112px',
      align: 'right',
      sortBy: ({ firstAt }) => firstAt,
      render: ({ firstAt }) => <TimeText at={firstAt} />,
    },
    {
      key: 'last',
      label: 'Last seen',
      width: '112px',
      align: 'right',
      sortBy: ({ lastAt }) => lastAt,
      render: ({ lastAt }) => <TimeText at={lastAt} />,
    },
  ]
}

function formatShare(share: number): string {
  const percent = share * 100
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
}
