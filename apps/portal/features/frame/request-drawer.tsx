'use client'

import { CloseButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { moveBetweenRows } from '../../components/move-between-rows.ts'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { PageLink } from '../../lib/page-link.tsx'
import { mayRead } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import LiveUpdates from '../live/live-updates.tsx'
import { describeRequest, formatMs, formatStatus, toRequestTone } from '../requests/logged-request.ts'
import classes from './request-drawer.module.css'
import { findSlug, useCurrentOrganization } from './use-current-organization.ts'

const maxShown = 30

interface RequestDrawerProps {
  readonly path: string
  /** The reader has just opened it. */
  readonly takesFocus: boolean
  readonly onClose: () => void
}

/** Shows the organization's latest requests below any page. It stays open while the reader moves between pages. */
export default function RequestDrawer({ path, takesFocus, onClose }: RequestDrawerProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) panel.current?.focus()
  }, [takesFocus])
  const current = useCurrentOrganization({ enabled: true })
  const organization = current && mayRead(current.role) ? current : undefined
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') onClose()
    else if (moveBetweenRows(event.currentTarget, event.target, event.key)) event.preventDefault()
  }
  return (
    <section
      ref={panel}
      className={classes.drawer}
      data-latest-requests
      aria-label="Latest requests"
      tabIndex={-1}
      onKeyDown={handleKey}
    >
      <div className={classes.bar}>
        <h2 className={classes.title}>Latest requests</h2>
        {organization && (
          <Text size="xs" c="dimmed" truncate>
            <bdi>{organization.name}</bdi>
          </Text>
        )}
        <CloseButton ml="auto" size="sm" aria-label="Close the latest requests" onClick={onClose} />
      </div>
      {organization && <RequestList orgId={organization.id} organizationPath={`/orgs/${organization.slug}`} />}
      {/* An organization's pages watch it themselves. */}
      {organization && findSlug(path) === undefined && <LiveUpdates orgId={organization.id} />}
    </section>
  )
}

function RequestList({ orgId, organizationPath }: { orgId: string; organizationPath: string }) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.searchRequests.queryOptions({ orgId, limit: maxShown }))
  if (error && !data) return <FailedState error={error} title="The requests could not be loaded" retry={refetch} />
  if (!data) return <TableSkeleton rows={4} />
  if (data.requests.length === 0) {
    return (
      <Text c="dimmed" p="md">
        Requests of your apps appear here, seconds after their responses.
      </Text>
    )
  }
  return (
    <ul className={classes.list}>
      {data.requests.map((request) => (
        <li key={request.id} className={classes.row} data-row>
          <PageLink href={`${organizationPath}/requests/${request.id}`} className={classes.link} data-row-link>
            <span className={classes.path}>{describeRequest(request)}</span>
          </PageLink>
          <StatusBadge tone={toRequestTone(request)}>{formatStatus(request)}</StatusBadge>
          <span className={classes.file}>
            <bdi>{request.realmName}</bdi>
          </span>
          <span className={classes.number}>{formatMs(request.totalMs)}</span>
          <span className={classes.number}>
            <TimeText at={request.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
