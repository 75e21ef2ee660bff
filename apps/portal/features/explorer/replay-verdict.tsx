'use client'

import dynamic from 'next/dynamic'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { haveSameContent } from '../requests/compared-text.ts'
import { formatStatus } from '../requests/logged-request.ts'
import type { ExplorerResult } from './explorer-types.ts'
import { describeStatus } from './read-result.ts'
import type { Original } from './replay.ts'

const TextDifference = dynamic(() => import('../requests/text-difference.tsx'), {
  ssr: false,
  loading: () => <BlockSkeleton height={240} />,
})

interface ReplayVerdictProps {
  readonly original: Original
  readonly result: ExplorerResult
}

/** Says whether a replay had the result of its original. */
export function ReplayVerdict({ original: { request }, result }: ReplayVerdictProps) {
  const { bodies } = request
  const hasSameStatus = request.status === result.status
  if (hasSameStatus && bodies && haveSameContent(bodies.answer, result.body)) {
    return <StatusBadge tone="info">Same result as the original</StatusBadge>
  }
  if (hasSameStatus) return <StatusBadge tone="info">Same status as the original, another response</StatusBadge>
  return (
    <StatusBadge tone={result.status < 400 ? 'success' : 'danger'}>
      {`Another result: ${formatStatus(request)} before, ${describeStatus(result)} now`}
    </StatusBadge>
  )
}

/** Shows in what lines the response differs from the original's. */
export function ReplayDifference({ original, result }: ReplayVerdictProps) {
  return <TextDifference name="the responses" before={original.request.bodies?.answer} after={result.body} />
}
