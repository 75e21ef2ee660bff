import { Text } from '@mantine/core'
import { LinkButton } from '../../components/link-button.tsx'
import { InvitationCard } from './invitation-card.tsx'

/** Says, without a session, that a link opens no invitation; the reason needs a session. */
export function ClosedInvitation() {
  return (
    <InvitationCard title="This invitation is not open">
      <Text c="dimmed">
        It was accepted, revoked or replaced, it has expired after 7 days, or the link is incomplete. Check the newest
        email, or ask for a new invitation.
      </Text>
      <LinkButton href="/sign-in">Sign in</LinkButton>
    </InvitationCard>
  )
}
