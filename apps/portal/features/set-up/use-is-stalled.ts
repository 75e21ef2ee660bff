'use client'

import { useEffect, useState } from 'react'

const stalledAfterMs = 60_000

/** Returns whether a step has been the current one for 60 seconds. */
export function useIsStalled(step: string | undefined): boolean {
  const [stalled, setStalled] = useState<string>()
  useEffect(() => {
    if (step === undefined) return undefined
    const timer = setTimeout(() => setStalled(step), stalledAfterMs)
    return () => clearTimeout(timer)
  }, [step])
  return step !== undefined && stalled === step
}
