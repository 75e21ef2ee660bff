'use client'

import { Button, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { copyToClipboard } from '../../lib/copy-to-clipboard.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { AppFilter } from '../requests/resource-filters.tsx'
import type { DesktopGap } from './failure-group.ts'
import { formatGapsAsMarkdown, nameGap } from './gaps-as-markdown.ts'

const copiedMs = 1_500

/** Lists calls QuickBooks Desktop cannot serve, by app, each with its alternative. */
export function DesktopFit() {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const [app, setApp] = useQueryState('app', parseAsString)
  const [copied, setCopied] = useState<'copied' | 'refused'>()
  const fit = useQuery(
    trpc.getDesktopFit.queryOptions(
      { orgId, ...(app !== null && { clientId: app }) },
      { placeholderData: keepPreviousData },
    ),
  )
  if (fit.isPending) return <TableSkeleton rows={6} />
  if (fit.isError)
    return <FailedState error={fit.error} title="These calls could not be loaded" retry={() => void fit.refetch()} />
  const { gaps, calls } = fit.data
  const copy = async () => {
    setCopied((await copyToClipboard(formatGapsAsMarkdown(gaps, calls))) ? 'copied' : 'refused')
    setTimeout(() => setCopied(undefined), copiedMs)
  }
  return (
    <>
      <Text c="dimmed" maw="70ch" mb="sm">
        Requests from your apps in the last 30 days that have no equivalent in QuickBooks Desktop. No data was written.
      </Text>
      <FilterBar
        actions={
          gaps.length > 0 && (
            <Button
              variant="default"
              leftSection={
                copied === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
              onClick={copy}
            >
              {copied === 'refused' ? 'The browser refused' : copied ? 'Copied' : 'Copy as Markdown'}
            </Button>
          )
        }
      >
        <AppFilter value={app} onChange={(value) => void setApp(value)} />
      </FilterBar>
      {gaps.length === 0 ? (
        <EmptyState
          title={`Everything fits in ${formatCount(calls, 'call')}`}
          action={
            <LinkButton href="/docs/entities" variant="default">
              What Desktop supports
            </LinkButton>
          }
        >
          Calls that QuickBooks Desktop cannot serve appear here, each with its alternative.
        </EmptyState>
      ) : (
        <DataTable
          label="Fit for Desktop"
          columns={columns}
          rows={gaps}
          rowKey={({ clientId, code, operation, entity, field }) =>
            [clientId, code, operation, entity, field].join(' ')
          }
          href={({ sampleId }) => `/orgs/${slug}/requests/${sampleId}`}
        />
      )}
    </>
  )
}

const columns: readonly DataTableColumn<DesktopGap>[] = [
  { key: 'what', label: 'What', width: '220px', sortBy: nameGap, render: nameGap },
  {
    key: 'app',
    label: 'App',
    width: '140px',
    sortBy: ({ clientName }) => clientName,
    render: ({ clientName }) => <bdi>{clientName ?? '–'}</bdi>,
  },
  { key: 'reason', label: 'Reason', render: ({ reason }) => reason },
  { key: 'alternative', label: 'Alternative', render: ({ alternative }) => alternative.replaceAll('`', '') },
  {
    key: 'count',
    label: 'Calls',
    width: '80px',
    align: 'right',
    sortBy: ({ count }) => count,
    render: ({ count }) => count.toLocaleString('en'),
  },
  {
    key: 'last',
    label: 'Last seen',
    width: '120px',
    align: 'right',
    sortBy: ({ lastAt }) => lastAt,
    render: ({ lastAt }) => <TimeText at={lastAt} />,
  },
]
