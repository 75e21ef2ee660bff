'use client'

import { FailureNotice } from '../components/failure-notice.tsx'
import { FrontShell } from '../components/front-shell.tsx'

export default function FrontError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <FrontShell>
      <FailureNotice digest={error.digest} retry={reset} />
    </FrontShell>
  )
}
