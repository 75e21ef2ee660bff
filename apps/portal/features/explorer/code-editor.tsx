'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'

/** Loads the editor when it is shown. */
export const CodeEditor = dynamic(() => import('./code-mirror.tsx'), {
  ssr: false,
  loading: () => <Skeleton height={322} radius="md" />,
})
