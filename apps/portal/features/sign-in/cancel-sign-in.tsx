'use client'

import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { signOut } from '../../lib/auth-requests.ts'
import { describeError } from '../../lib/describe-error.ts'

/** Ends a sign-in lacking the second factor, and begins another. */
export function CancelSignIn() {
  const [error, setError] = useState<string>()
  const cancel = () =>
    signOut('/sign-in').then(
      (url) => window.location.assign(url),
      (thrown: unknown) => setError(describeError(thrown).message),
    )
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => void cancel()}>
        Use a different account
      </Anchor>
      {error !== undefined && (
        <span role="alert" style={{ fontSize: 13 }}>
          {error}
        </span>
      )}
    </>
  )
}
