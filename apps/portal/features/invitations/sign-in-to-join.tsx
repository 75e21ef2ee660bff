import { isolateName } from '@bridge/identity/access/isolate-name'
import { Button, Text } from '@mantine/core'
import type { Role } from '../../lib/permissions.ts'
import { InvitationCard } from './invitation-card.tsx'
import { roleTexts } from './role-texts.ts'

interface SignInToJoinProps {
  readonly path: string
  readonly organization: string
  readonly role: Role
  /** The inviting user's name or email address, if they still exist. */
  readonly inviter: string | undefined
}

/** Names what an invitation is for, and offers to sign in and return to it. */
export function SignInToJoin({ path, organization, role, inviter }: SignInToJoinProps) {
  return (
    <InvitationCard title={`Join ${isolateName(organization)}`}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <bdi>{inviter ?? 'A member'}</bdi> invited you to join <bdi>{organization}</bdi> as {roleTexts[role]}
      </Text>
      <Text c="dimmed">
        Sign in with the email address that the invitation was sent to. You’ll return here to accept.
      </Text>
      <Button component="a" href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}>
        Sign in to join
      </Button>
    </InvitationCard>
  )
}
