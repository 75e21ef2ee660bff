'use client'

import { useEffect } from 'react'

const intervalMs = 10_000

/** Calls `check` at once and every 10 seconds while it is enabled. The function must keep its identity. */
export function useRepeatedCheck(isEnabled: boolean, check: () => void): void {
  useEffect(() => {
    if (!isEnabled) return undefined
    check()
    const timer = setInterval(check, intervalMs)
    return () => clearInterval(timer)
  }, [isEnabled, check])
}
