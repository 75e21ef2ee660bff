'use client'

import { useEffect, useSyncExternalStore } from 'react'

/** What changed: settings and members, the request log, or agent connections. */
export type LiveTopic = 'organization' | 'requests' | 'agents'

export type LiveListener = (topics: readonly LiveTopic[]) => void

const listeners = new Set<LiveListener>()
const statusListeners = new Set<() => void>()
let isWatched = false

/** Passes changes on to components. */
export function publishLiveTopics(topics: readonly LiveTopic[]): void {
  for (const listener of [...listeners]) listener(topics)
}

/**
 * Calls a function when the organization's data changed. Queries load again without it; use it for what is not a
 * query, such as a live tail. The function must keep its identity.
 */
export function useLiveTopics(listener: LiveListener): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** Records whether the service reports changes. While it does, data on the page is current. */
export function setWatched(watched: boolean): void {
  if (watched === isWatched) return
  isWatched = watched
  for (const listener of [...statusListeners]) listener()
}

/** Returns whether the service reports changes to this page. */
export function useIsWatched(): boolean {
  return useSyncExternalStore(
    subscribeToStatus,
    () => isWatched,
    () => false,
  )
}

function subscribeToStatus(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => void statusListeners.delete(listener)
}
