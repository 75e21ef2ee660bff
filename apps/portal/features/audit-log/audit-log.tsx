'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { DownloadButton } from '../../components/download-button.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Sentence } from '../../components/sentence.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { AuditEventDetails } from './audit-event-details.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { describeAction } from './describe-action.ts'
import { describeCredential } from './describe-credential.ts'
import { resourceHref, resourceLabels } from './resource-href.ts'
import { useAuditFilter } from './use-audit-filter.ts'

type AuditEvent = PortalData['listAuditEvents']['events'][number]

const pageSize = 100

/** Lists who did what, filtered by the page's address. */
export function AuditLog() {
  const { id: orgId, slug } = useOrganization()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { filter, isFiltered, clear } = useAuditFilter()
  const [openId, setOpenId] = useQueryState('event', parseAsString)
  const log = useInfiniteQuery({
    queryKey: [...trpc.listAuditEvents.queryKey({ orgId, ...filter }), 'pages'],
    queryFn: ({ pageParam }) =>
      queryClient.fetchQuery(
        trpc.listAuditEvents.queryOptions(
          { orgId, ...filter, limit: pageSize, ...(pageParam !== null && { before: pageParam }) },
          { staleTime: 0 },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
  })
  const events = log.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, when, from where and with which credential."
        actions={<DownloadButton href={csvHref(orgId, filter)}>Download CSV</DownloadButton>}
      />
      <AuditFilters />
      {log.error && !log.data ? (
        <FailedState error={log.error} title="The audit log could not be loaded" retry={() => void log.refetch()} />
      ) : !log.data ? (
        <TableSkeleton />
      ) : events.length === 0 ? (
        <EmptyState
          title="No event matches"
          action={
            isFiltered && (
              <Button variant="default" onClick={clear}>
                Clear filters
              </Button>
            )
          }
        >
          Every change to the organization, its company files, apps, keys and members appears here.
        </EmptyState>
      ) : (
        <Stack gap="sm">
          <DataTable
            label="Audit log"
            columns={createColumns(slug, (id) => void setOpenId(id))}
            rows={events}
            rowKey={({ id }) => id}
            selectedKey={openId}
          />
          <Group gap="sm">
            {log.hasNextPage ? (
              <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                Show older events
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                End of log
              </Text>
            )}
          </Group>
        </Stack>
      )}
      <AuditEventDetails event={events.find(({ id }) => id === openId)} onClose={() => void setOpenId(null)} />
    </>
  )
}

function createColumns(slug: string, onOpen: (id: string) => void): readonly DataTableColumn<AuditEvent>[] {
  return [
    { key: 'at', label: 'When', width: '224px', render: ({ at }) => <TimeText at={at} isExact /> },
    { key: 'what', label: 'What', width: '208px', render: (event) => <OpenButton event={event} onOpen={onOpen} /> },
    { key: 'resource', label: 'On', render: (event) => <Resource slug={slug} event={event} /> },
    {
      key: 'who',
      label: 'Who',
      render: ({ actor, actorId }) => <EmailText>{actor ?? actorId ?? 'The service'}</EmailText>,
    },
    {
      key: 'credential',
      label: 'With',
      width: '120px',
      isExtra: true,
      render: (event) => <Sentence>{describeCredential(event)}</Sentence>,
    },
    { key: 'address', label: 'Address', width: '120px', isExtra: true, render: ({ address }) => address ?? '–' },
  ]
}

/** Shows the name and kind of what an event is about. */
function Resource({ slug, event }: { readonly slug: string; readonly event: AuditEvent }) {
  const href = resourceHref(slug, event)
  const name = <bdi>{event.resourceName ?? event.resourceId}</bdi>
  const kind = resourceLabels[event.resource]
  return (
    <div>
      {href === undefined ? (
        name
      ) : (
        <TextLink href={href} display="inline-block">
          {name}
        </TextLink>
      )}
      {kind !== undefined && (
        <Text size="xs" c="dimmed">
          {kind}
        </Text>
      )}
    </div>
  )
}

function OpenButton({ event, onOpen }: { event: AuditEvent; onOpen: (id: string) => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      ml={-8}
      fw={500}
      h="auto"
      mih={24}
      styles={{
        label: {
          height: 'auto',
          lineHeight: 'var(--mantine-line-height-sm)',
          whiteSpace: 'normal',
          textAlign: 'start',
        },
      }}
      data-row-link
      aria-label={`Show details of: ${describeAction(event.action)}`}
      onClick={() => onOpen(event.id)}
    >
      {describeAction(event.action)}
    </Button>
  )
}

/** Returns the address for a CSV with exactly the selected events. */
function csvHref(orgId: string, filter: Readonly<Record<string, string>>): string {
  return `/admin/v1/audit-events.csv?${new URLSearchParams({ orgId, ...filter })}`
}
