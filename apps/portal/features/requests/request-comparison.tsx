'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import type { ExplainedRequest } from './logged-request.ts'

const RequestDifferences = dynamic(() => import('./request-differences.tsx'), {
  ssr: false,
  loading: () => <BlockSkeleton height={240} />,
})

/** Compares a request with another for the same operation, named in the address. */
export function RequestComparison({ explained }: { explained: ExplainedRequest }) {
  const [otherId, setOtherId] = useQueryState('compare', parseAsString)
  const [isOpen, setOpen] = useState(otherId !== null)
  if (isOpen)
    return <RequestDifferences explained={explained} otherId={otherId} onChoose={(id) => void setOtherId(id)} />
  return (
    <div>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Compare with another request
      </Button>
    </div>
  )
}
