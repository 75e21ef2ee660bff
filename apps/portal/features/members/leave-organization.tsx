'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { Section } from '../../components/section.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

interface LeaveOrganizationProps {
  readonly isLastOwner: boolean
  readonly hasOthers: boolean
}

/** Leaves the organization. The last owner learns what to do first. */
export function LeaveOrganization({ isLastOwner, hasOthers }: LeaveOrganizationProps) {
  const { id: orgId, name, slug } = useOrganization()
  const trpc = useTRPC()
  const [isOpen, setOpen] = useState(false)
  const leave = useMutation(trpc.leaveOrganization.mutationOptions())
  if (isLastOwner)
    return (
      <Section
        title="Leave this organization"
        description={
          <>
            You are the only owner. {hasOthers ? 'Make another member an owner first' : 'Invite another owner first'},
            or <TextLink href={`/orgs/${slug}/settings`}>delete the organization</TextLink>.
          </>
        }
      />
    )
  return (
    <Section
      title="Leave this organization"
      description="You no longer see it, and the API keys that you created stop working."
      actions={
        <Button variant="outline" color="red" onClick={() => setOpen(true)}>
          Leave
        </Button>
      }
    >
      <ConfirmByName
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Leave this organization?"
        name={name}
        consequences={['You need a new invitation to come back.', 'The API keys that you created stop working.']}
        action="Leave"
        onConfirm={async () => {
          await leave.mutateAsync({ orgId })
          window.location.assign('/')
        }}
      />
    </Section>
  )
}
