'use client'

import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { signOut } from '../../lib/auth-requests.ts'
import { InvitationCard } from './invitation-card.tsx'

interface WrongAddressProps {
  /** The invitation's address. */
  readonly invited: string
  /** The invitation's page, to return to after signing in. */
  readonly path: string
  /** The signed-in user's address. */
  readonly email: string
}

/** Offers to sign in with the invited address. */
export function WrongAddress({ invited, path, email }: WrongAddressProps) {
  const switchUser = useMutation({
    mutationFn: () => signOut(`/sign-in?callbackUrl=${encodeURIComponent(path)}`),
    onSuccess: (url) => window.location.assign(url),
  })
  return (
    <InvitationCard title="This invitation is for someone else">
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        It was sent to {invited}, but you’re signed in as {email}.
      </Text>
      <Button onClick={() => switchUser.mutate()} loading={switchUser.isPending || switchUser.isSuccess}>
        Sign in with a different email
      </Button>
      <FailedChange change={switchUser} title="You were not signed out" />
    </InvitationCard>
  )
}
