'use client'

import { FailureNotice } from '../../components/failure-notice.tsx'

export default function PortalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <FailureNotice digest={error.digest} retry={reset} />
}
