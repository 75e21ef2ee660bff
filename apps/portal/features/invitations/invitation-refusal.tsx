'use client'

import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { LinkButton } from '../../components/link-button.tsx'
import { showFailure } from '../../components/show-failure.ts'
import { signOut } from '../../lib/auth-requests.ts'
import { InvitationCard } from './invitation-card.tsx'

/** Why nobody can join by a link. */
export type Refusal =
  | { readonly kind: 'unknown' | 'used' | 'revoked' | 'expired' }
  | { readonly kind: 'wrong-person'; readonly email: string }

const words = {
  unknown: ['There is no such invitation', 'The link is not complete, or the organization is gone. Check the mail.'],
  used: ['This invitation was accepted before', 'It works once. If it was you, the organization is among yours.'],
  revoked: [
    'This invitation was taken back',
    'An admin of the organization took it back, or sent you a newer one: look for that mail, or ask for it.',
  ],
  expired: ['This invitation has expired', 'It works for 7 days. Ask an admin of the organization for a new one.'],
} as const

interface InvitationRefusalProps {
  readonly refusal: Refusal
  readonly path: string
  readonly email: string
}

/** Says why the signed-in user cannot join by this link, and what to do. */
export function InvitationRefusal({ refusal, path, email }: InvitationRefusalProps) {
  if (refusal.kind === 'wrong-person') return <WrongPerson invited={refusal.email} path={path} email={email} />
  const [title, text] = words[refusal.kind]
  return (
    <InvitationCard title={title}>
      <Text c="dimmed">{text}</Text>
      <LinkButton href="/">Go to your organizations</LinkButton>
    </InvitationCard>
  )
}

function WrongPerson({ invited, path, email }: { invited: string; path: string; email: string }) {
  const leave = useMutation({
    mutationFn: () => signOut(`/sign-in?callbackUrl=${encodeURIComponent(path)}`),
    onSuccess: (url) => window.location.assign(url),
    onError: showFailure,
  })
  return (
    <InvitationCard title="This invitation is for somebody else">
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        It was sent to {invited}, and you are signed in as {email}.
      </Text>
      <Button onClick={() => leave.mutate()} loading={leave.isPending || leave.isSuccess}>
        Sign in with the other address
      </Button>
    </InvitationCard>
  )
}
