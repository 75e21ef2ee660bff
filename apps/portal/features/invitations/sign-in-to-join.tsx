import { Text } from '@mantine/core'
import { LinkButton } from '../../components/link-button.tsx'
import { InvitationCard } from './invitation-card.tsx'

/** For somebody who is signed out: the way to sign in and back. */
export function SignInToJoin({ path }: { path: string }) {
  return (
    <InvitationCard title="You are invited">
      <Text c="dimmed">
        Sign in with the address that the invitation was sent to. You come back here then, and join with one more press.
      </Text>
      <LinkButton href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}>Sign in to join</LinkButton>
    </InvitationCard>
  )
}
