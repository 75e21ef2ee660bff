'use client'

import { isolateName } from '@bridge/identity/access/isolate-name'
import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../lib/trpc.ts'
import { InvitationCard } from './invitation-card.tsx'
import { roleTexts } from './role-texts.ts'

interface AcceptInvitationProps {
  readonly token: string
  readonly organization: string
  readonly role: 'owner' | 'admin' | 'member' | 'viewer'
  readonly email: string
}

/** Joins the organization on a click, because email programs open links, too. */
export function AcceptInvitation({ token, organization, role, email }: AcceptInvitationProps) {
  const trpc = useTRPC()
  const accept = useMutation(
    trpc.acceptInvitation.mutationOptions({ onSuccess: ({ org }) => window.location.assign(`/orgs/${org.slug}`) }),
  )
  return (
    <InvitationCard title={`Join ${isolateName(organization)}`}>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Join with {email} as {roleTexts[role]}
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
