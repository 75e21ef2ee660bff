'use client'

import type { UseMutationResult } from '@tanstack/react-query'
import { FailedState } from './failed-state.tsx'

interface FailedChangeProps<Variables, Context> {
  readonly change: UseMutationResult<unknown, unknown, Variables, Context>
  /** The failure's heading: `The session was not ended`. */
  readonly title: string
}

/** Shows where a change was made why it failed, and repeats it. Shows nothing unless the last attempt failed. */
export function FailedChange<Variables, Context>({ change, title }: FailedChangeProps<Variables, Context>) {
  if (!change.isError) return null
  return <FailedState error={change.error} title={title} retry={() => change.mutate(change.variables)} />
}
