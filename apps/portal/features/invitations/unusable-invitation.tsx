import { Text } from '@mantine/core'
import { LinkButton } from '../../components/link-button.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { WrongAddress } from './wrong-address.tsx'

/** Why an invitation cannot be accepted. */
type Reason =
  | { readonly kind: 'unknown' | 'used' | 'revoked' | 'expired' }
  | { readonly kind: 'wrong-person'; readonly email: string }

const texts = {
  unknown: [
    'Invitation not found',
    'The link is incomplete, or the organization no longer exists. Check the link in your email.',
  ],
  used: [
    'This invitation was already accepted',
    'It works once. If you accepted it, the organization is in your list of organizations.',
  ],
  revoked: [
    'This invitation was revoked',
    'An admin of the organization revoked it or sent you a newer one. Check your email, or ask for a new invitation.',
  ],
  expired: [
    'This invitation has expired',
    'Invitations expire after 7 days. Ask an admin of the organization for a new one.',
  ],
} as const

interface UnusableInvitationProps {
  readonly invitation: Reason
  readonly path: string
  readonly email: string
}

/** Explains why the signed-in user cannot accept an invitation, and what to do. */
export function UnusableInvitation({ invitation, path, email }: UnusableInvitationProps) {
  if (invitation.kind === 'wrong-person') return <WrongAddress invited={invitation.email} path={path} email={email} />
  const [title, text] = texts[invitation.kind]
  return (
    <InvitationCard title={title}>
      <Text c="dimmed">{text}</Text>
      <LinkButton href="/">Go to your organizations</LinkButton>
    </InvitationCard>
  )
}
