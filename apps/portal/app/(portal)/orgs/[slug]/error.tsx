'use client'

import dynamic from 'next/dynamic'
import { ErrorNotice } from '../../../../components/error-notice.tsx'
import type { PageErrorProps } from '../../../../components/page-error.tsx'

function PlainError({ error, reset }: PageErrorProps) {
  return <ErrorNotice digest={error.digest} retry={reset} />
}

/** Loaded when a page fails, or replaced by the plain notice where that fails too. */
export default dynamic(() =>
  import('../../../../components/page-error.tsx').then(
    ({ PageError }) => PageError,
    () => PlainError,
  ),
)
