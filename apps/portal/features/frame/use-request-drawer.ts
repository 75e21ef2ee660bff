'use client'

import { useCallback, useEffect, useState } from 'react'

/** The reader opened the drawer here, or on the page before this one. */
type DrawerState = 'closed' | 'opened' | 'kept'

const storageKey = 'bridge.latest-requests'

/** Remembers in this tab whether the drawer is open, because a link to the documentation loads a new page. */
export function useRequestDrawer() {
  const [state, setState] = useState<DrawerState>('closed')
  useEffect(() => {
    if (isRemembered()) setState('kept')
  }, [])
  const change = useCallback((next: DrawerState) => {
    remember(next !== 'closed')
    setState(next)
  }, [])
  const open = useCallback(() => change('opened'), [change])
  const close = useCallback(() => change('closed'), [change])
  const toggle = useCallback(() => change(state === 'closed' ? 'opened' : 'closed'), [change, state])
  return { state, open, close, toggle }
}

function isRemembered(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === 'open'
  } catch {
    return false
  }
}

function remember(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(storageKey, 'open')
    else sessionStorage.removeItem(storageKey)
  } catch {
    // The browser refuses storage. The drawer closes when the page is left.
  }
}
