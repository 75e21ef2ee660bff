'use client'

import { useEffect } from 'react'

const intervalMs = 10_000

/**
 * Calls `check` at once and every 10 seconds while it is enabled, and never while an earlier call runs. The function must
 * keep its identity. Its errors are ignored: the next call may succeed.
 */
export function useRepeatedCheck(isEnabled: boolean, check: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isEnabled) return undefined
    let isRunning = false
    const run = async () => {
      if (isRunning) return
      isRunning = true
      await check().catch(() => undefined)
      isRunning = false
    }
    void run()
    const timer = setInterval(() => void run(), intervalMs)
    return () => clearInterval(timer)
  }, [isEnabled, check])
}
