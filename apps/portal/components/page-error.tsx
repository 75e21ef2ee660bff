'use client'

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { ErrorNotice } from './error-notice.tsx'
import { FailedState } from './failed-state.tsx'

export interface PageErrorProps {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** Replaces a page after a failed render or load. */
export function PageError({ error, reset }: PageErrorProps) {
  const queries = useQueryErrorResetBoundary()
  const router = useRouter()
  const retry = () =>
    startTransition(() => {
      // Without it, a failed query throws the same error again.
      queries.reset()
      router.refresh()
      reset()
    })
  if (error instanceof TRPCClientError) {
    return <FailedState error={error} title="This page could not be loaded" retry={retry} />
  }
  return <ErrorNotice digest={error.digest} retry={retry} />
}
