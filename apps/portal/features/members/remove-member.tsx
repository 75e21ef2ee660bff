'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

interface RemoveMemberProps {
  readonly member: PortalData['listMembers']['members'][number] | undefined
  readonly onClose: () => void
}

/** Removes a member. */
export function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const { id: orgId } = useOrganization()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useMutation(trpc.removeMember.mutationOptions())
  return (
    <ConfirmByName
      opened={member !== undefined}
      onClose={onClose}
      title="Remove this member?"
      name={member?.email ?? ''}
      consequences={[
        'They no longer see this organization, and the API keys that they created stop working.',
        'Connected apps stay connected. You can invite them again.',
      ]}
      action="Remove member"
      onConfirm={async () => {
        if (member) await remove.mutateAsync({ memberId: member.id })
        await queryClient.invalidateQueries(trpc.listMembers.queryFilter({ orgId }))
      }}
    />
  )
}
