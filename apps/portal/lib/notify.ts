import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isNeeded = false

/** Shows a message in the corner for some seconds. Most pages are left without one, so the first loads the rest. */
export function notify(message: string): void {
  isNeeded = true
  for (const listener of listeners) listener()
  // Without a connection, only the confirmation is missing.
  import('@mantine/notifications').then(({ notifications }) => notifications.show({ message })).catch(() => undefined)
}

/** Returns whether there has been a message since the page was loaded. */
export function useHasNotified(): boolean {
  return useSyncExternalStore(subscribe, getIsNeeded, () => false)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getIsNeeded(): boolean {
  return isNeeded
}
