'use client'

import type { PortalRouter } from '@bridge/server'
import { useDocumentVisibility } from '@mantine/hooks'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { type RefObject, useEffect, useRef } from 'react'
import { type LiveTopic, publishLiveTopics, setWatched } from '../../lib/live-topics.ts'
import { LateData } from './late-data.ts'

/** How often everything is loaded again while the service does not report changes. */
const pollMs = 10_000
/** Without a known state, younger data is taken to have been loaded with the page. */
const freshMs = 5_000
const allTopics: readonly LiveTopic[] = ['organization', 'requests', 'agents']

interface LiveUpdatesProps {
  readonly orgId: string
  /** The organization's state at the page's render. */
  readonly seen?: string
}

/** Reloads the open page's data when it changes. A hidden tab keeps no connection, because browsers have few. */
export default function LiveUpdates({ orgId, seen }: LiveUpdatesProps) {
  const queryClient = useQueryClient()
  const isVisible = useDocumentVisibility() !== 'hidden'
  const last = useRef(seen)
  useEffect(
    () => (isVisible ? watchOrganization(orgId, last, queryClient) : undefined),
    [orgId, isVisible, queryClient],
  )
  return null
}

/** Watches an organization, and polls while that fails. Returns a function to stop. */
function watchOrganization(orgId: string, last: RefObject<string | undefined>, queryClient: QueryClient): () => void {
  const client = createTRPCClient<PortalRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] })
  const late = new LateData(queryClient)
  let isWatching = false
  const setWatching = (watching: boolean) => {
    isWatching = watching
    setWatched(watching)
  }
  const subscription = client.liveChanges.subscribe(
    { orgId, ...(last.current === undefined ? {} : { lastEventId: last.current }) },
    {
      onData({ id, data: topics }) {
        setWatching(true)
        if (last.current === undefined) refreshOld(queryClient)
        else if (topics.length > 0) {
          refresh(queryClient, topics)
          late.expectAfterChange(isAffectedBy(topics))
        }
        last.current = id
      },
      onConnectionStateChange: ({ state }) => {
        if (state !== 'pending') setWatching(false)
      },
      // The organization is deleted, or the reader was removed: the page asks again and learns it.
      onError: () => {
        setWatching(false)
        refresh(queryClient, allTopics)
      },
    },
  )
  const timer = setInterval(() => {
    if (!isWatching) refresh(queryClient, allTopics)
  }, pollMs)
  return () => {
    clearInterval(timer)
    subscription.unsubscribe()
    late.stop()
    setWatching(false)
  }
}

/** Procedures whose data changes with every request. */
const requestData = /request|failure|usage|sandbox|connection|explorer|home|event/i

function isAffectedBy(topics: readonly LiveTopic[]): (query: Query) => boolean {
  const isRequestsOnly = topics.every((topic) => topic === 'requests')
  return ({ queryKey: [path] }) => !isRequestsOnly || (Array.isArray(path) && requestData.test(path.join('.')))
}

function refresh(queryClient: QueryClient, topics: readonly LiveTopic[]): void {
  void queryClient.invalidateQueries({ predicate: isAffectedBy(topics) })
  publishLiveTopics(topics)
}

function refreshOld(queryClient: QueryClient): void {
  const isOld = ({ state }: Query) => Date.now() - state.dataUpdatedAt > freshMs
  void queryClient.invalidateQueries({ predicate: isOld })
  publishLiveTopics(allTopics)
}
