'use client'

import { ErrorNotice } from '../../components/error-notice.tsx'

interface PortalErrorProps {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

export default function PortalError({ error, reset }: PortalErrorProps) {
  return <ErrorNotice digest={error.digest} retry={reset} />
}
