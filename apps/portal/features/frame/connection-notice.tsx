'use client'

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useOffline } from 'next/offline'
import { useEffect, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { formatAge } from '../../lib/format-time.ts'
import { useIsWatched } from '../../lib/live-topics.ts'
import { setSessionEnded, signInAgain, useIsSessionEnded } from '../../lib/session-end.ts'
import { useTRPCClient } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './connection-notice.module.css'

type Problem = 'offline' | 'unreachable'

const texts: Record<Problem, string> = {
  offline: 'You are offline. This page continues when the connection is back.',
  unreachable: 'The service does not respond. This page continues when it is back.',
}

const probeMs = 3_000
const oldMs = 30_000

/** Says when the connection is lost or the session has ended, or how old the page's data is. */
export function ConnectionNotice() {
  const problem = useConnectionProblem()
  const isSessionEnded = useSessionRecovery()
  const age = useDataAge()
  return (
    <div role="status" className={classes.region}>
      {problem ? (
        <p className={classes.banner}>{texts[problem]}</p>
      ) : isSessionEnded ? (
        <div className={classes.banner}>
          You are signed out. What you typed is kept.
          <Button size="compact-sm" variant="default" onClick={signInAgain}>
            Sign in again
          </Button>
        </div>
      ) : (
        age !== undefined && <p className={classes.age}>{`Data is ${age} old`}</p>
      )}
    </div>
  )
}

/** Returns what is wrong with the connection. Loads everything again when it is back. */
function useConnectionProblem(): Problem | undefined {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<Problem>()
  // Next retries a page that could not be loaded.
  const isPageAwaited = useOffline()
  useEffect(() => {
    const handleOffline = () => setProblem('offline')
    window.addEventListener('offline', handleOffline)
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && describeError(event.action.error).isOffline)
        setProblem((previous) => previous ?? 'unreachable')
    })
    return () => {
      window.removeEventListener('offline', handleOffline)
      unsubscribe()
    }
  }, [queryClient])
  useEffect(() => {
    if (!problem) return undefined
    const probe = async () => {
      if (!(await isReachable())) return
      setProblem(undefined)
      await queryClient.invalidateQueries()
    }
    const timer = setInterval(() => void probe(), probeMs)
    const handleOnline = () => void probe()
    window.addEventListener('online', handleOnline)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', handleOnline)
    }
  }, [problem, queryClient])
  return problem ?? (isPageAwaited ? 'unreachable' : undefined)
}

/** Returns whether the session ended. Loads everything again after a sign-in in another tab. */
function useSessionRecovery(): boolean {
  const queryClient = useQueryClient()
  const client = useTRPCClient()
  const isEnded = useIsSessionEnded()
  useEffect(() => {
    if (!isEnded) return undefined
    const probe = async () => {
      if (document.hidden || !(await client.session.user.query())) return
      setSessionEnded(false)
      await queryClient.invalidateQueries()
    }
    const timer = setInterval(() => void probe().catch(() => undefined), probeMs)
    return () => clearInterval(timer)
  }, [isEnded, client, queryClient])
  return isEnded
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Returns the age of the page's oldest data, if over 30 seconds and the service reports no changes. */
function useDataAge(): string | undefined {
  const queryClient = useQueryClient()
  const isWatched = useIsWatched()
  const now = useNow()
  if (isWatched || now === undefined) return undefined
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey }) => queryKey[0] !== 'documentation')
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
  const age = now - Math.min(...times)
  if (times.length === 0 || age < oldMs) return undefined
  return formatAge(age)
}
