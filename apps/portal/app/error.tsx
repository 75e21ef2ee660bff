'use client'

import { ErrorNotice } from '../components/error-notice.tsx'
import { FrontShell } from '../components/front-shell.tsx'

export default function FrontError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <FrontShell>
      <ErrorNotice digest={error.digest} retry={reset} />
    </FrontShell>
  )
}
