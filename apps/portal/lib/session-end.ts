'use client'

import { useSyncExternalStore } from 'react'

const pagesWithSession = /^\/(orgs|account|new-organization)(\/|$)/
const listeners = new Set<() => void>()
let isEnded = false

/** Records whether the service rejected a request because the session had ended. */
export function setSessionEnded(ended: boolean): void {
  if (ended === isEnded || (ended && !pagesWithSession.test(window.location.pathname))) return
  isEnded = ended
  for (const listener of [...listeners]) listener()
}

/** Returns whether the session ended while the page was open. */
export function useIsSessionEnded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isEnded,
    () => false,
  )
}

/** Opens the sign-in page, which leads back to this page. */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location
  window.location.assign(`/sign-in?${new URLSearchParams({ callbackUrl: pathname + search + hash })}`)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
