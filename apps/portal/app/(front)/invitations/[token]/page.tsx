import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AcceptInvitation } from '../../../../features/invitations/accept-invitation.tsx'
import { SignInToJoin } from '../../../../features/invitations/sign-in-to-join.tsx'
import { UnusableInvitation } from '../../../../features/invitations/unusable-invitation.tsx'
import { requestQueryClient, serverTrpc } from '../../../../lib/prefetch.ts'
import { currentUser } from '../../../../lib/session.ts'

export const metadata: Metadata = { title: 'Invitation' }

interface InvitationPageProps {
  readonly params: Promise<{ token: string }>
}

export default async function InvitationPage({ params }: InvitationPageProps) {
  const { token } = await params
  const path = `/invitations/${token}`
  const user = await currentUser()
  if (!user) {
    const preview = await requestQueryClient().fetchQuery(
      (await serverTrpc()).invitationPreview.queryOptions({ token }),
    )
    if (!preview) notFound()
    return <SignInToJoin path={path} organization={preview.orgName} role={preview.role} inviter={preview.inviter} />
  }
  const invitation = await requestQueryClient().fetchQuery((await serverTrpc()).invitation.queryOptions({ token }))
  if (invitation.kind === 'unknown') notFound()
  if (invitation.kind !== 'open') return <UnusableInvitation invitation={invitation} path={path} email={user.email} />
  return <AcceptInvitation token={token} organization={invitation.org.name} role={invitation.role} email={user.email} />
}
