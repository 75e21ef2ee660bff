'use client'

import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'

type Session = PortalData['listSessions']['sessions'][number]

/** Belongs to no organization, whose changes the service reports. */
const refreshMs = 2_000

/** Lists the reader's signed-in browsers, and signs out the others. */
export function SessionList() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(trpc.listSessions.queryOptions(undefined, { refetchInterval: refreshMs }))
  const settled = { onSettled: () => queryClient.invalidateQueries(trpc.listSessions.queryFilter()) }
  const end = useMutation(trpc.endSession.mutationOptions(settled))
  const endOthers = useMutation(trpc.endOtherSessions.mutationOptions(settled))
  const sessions = data?.sessions ?? []
  const columns: readonly DataTableColumn<Session>[] = [
    {
      key: 'browser',
      label: 'Browser',
      render: ({ browser, current, awaitsCode }) =>
        `${browser ?? 'Unknown browser'}${current ? ' (this one)' : awaitsCode ? ' (no code entered)' : ''}`,
    },
    { key: 'address', label: 'Address', render: ({ address }) => address ?? '–' },
    { key: 'seen', label: 'Last seen', width: '140px', render: ({ lastSeenAt }) => <TimeText at={lastSeenAt} /> },
    { key: 'since', label: 'Signed in', width: '140px', render: ({ createdAt }) => <TimeText at={createdAt} /> },
    { key: 'ends', label: 'Ends', width: '140px', render: ({ expiresAt }) => <TimeText at={expiresAt} /> },
    {
      key: 'actions',
      label: 'Actions',
      align: 'right',
      width: '110px',
      render: ({ id, current, browser }) =>
        !current && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Sign out ${browser ?? 'unknown browser'}`}
            loading={end.isPending && end.variables.sessionId === id}
            onClick={() => end.mutate({ sessionId: id })}
          >
            Sign out
          </Button>
        ),
    },
  ]
  return (
    <Section
      title="Sessions"
      description="Browsers you’re signed in with. Unused sessions end automatically."
      actions={
        sessions.length > 1 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out all others
          </Button>
        )
      }
    >
      {error && !data ? (
        <FailedState error={error} title="The sessions could not be loaded" retry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton rows={2} />
      ) : (
        <Stack gap="sm">
          <FailedChange change={end} title="The browser was not signed out" />
          <FailedChange change={endOthers} title="The other browsers were not signed out" />
          <DataTable label="Sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />
        </Stack>
      )}
    </Section>
  )
}
