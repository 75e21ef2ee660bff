'use client'

import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../lib/trpc.ts'
import { InvitationCard } from './invitation-card.tsx'

interface AcceptInvitationProps {
  readonly token: string
  readonly organization: string
  readonly role: 'owner' | 'admin' | 'member'
  readonly email: string
}

const roleWords = {
  owner: 'an owner, who may do everything',
  admin: 'an admin, who sets up company files, clients, tokens and keys, and invites others',
  member: 'a member, who sees everything and changes nothing',
} as const

/** Joins the organization when asked to: opening a link alone changes nothing. */
export function AcceptInvitation({ token, organization, role, email }: AcceptInvitationProps) {
  const trpc = useTRPC()
  const accept = useMutation(
    trpc.acceptInvitation.mutationOptions({ onSuccess: ({ org }) => window.location.assign(`/orgs/${org.slug}`) }),
  )
  return (
    <InvitationCard title={`Join ${organization}`}>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        You ({email}) are invited as {roleWords[role]}.
      </Text>
      {accept.error && (
        <Alert color="red" variant="light" role="alert">
          {accept.error.message}
        </Alert>
      )}
      <Button onClick={() => accept.mutate({ token })} loading={accept.isPending || accept.isSuccess}>
        Join
      </Button>
    </InvitationCard>
  )
}
