import { ClosedInvitation } from '../../../../features/invitations/closed-invitation.tsx'
import { UnusableInvitation } from '../../../../features/invitations/unusable-invitation.tsx'
import { currentUser } from '../../../../lib/session.ts'

export default async function InvitationNotFound() {
  const user = await currentUser()
  if (!user) return <ClosedInvitation />
  return <UnusableInvitation invitation={{ kind: 'unknown' }} path="/" email={user.email} />
}
