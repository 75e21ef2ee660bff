import { Text } from '@mantine/core'
import { LinkButton } from '../../components/link-button.tsx'
import { InvitationCard } from './invitation-card.tsx'

/** Offers an invited user to sign in, and returns to the invitation. */
export function SignInToJoin({ path }: { path: string }) {
  return (
    <InvitationCard title="You’re invited">
      <Text c="dimmed">
        Sign in with the email address that the invitation was sent to. You’ll return here to accept.
      </Text>
      <LinkButton href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}>Sign in to join</LinkButton>
    </InvitationCard>
  )
}
