'use client'

import { ErrorNotice } from '../../components/error-notice.tsx'

export default function PortalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ErrorNotice digest={error.digest} retry={reset} />
}
