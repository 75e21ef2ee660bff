'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { RoleChoice } from './role-choice.tsx'

interface ChangeRoleProps {
  readonly member: PortalData['listMembers']['members'][number]
  readonly onClose: () => void
}

/** Changes a member's role, with each role explained. */
export function ChangeRole({ member, onClose }: ChangeRoleProps) {
  const { id: orgId, role: reader } = useOrganization()
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [role, setRole] = useState(member.role)
  const change = useMutation(
    trpc.changeRole.mutationOptions({
      onSuccess: () => onClose(),
      onSettled: async () => {
        await queryClient.invalidateQueries(trpc.listMembers.queryFilter({ orgId }))
        // The reader's own role may have changed.
        router.refresh()
      },
    }),
  )
  return (
    <Dialog opened onClose={onClose} title="Change role">
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {member.email}
        </Text>
        <RoleChoice value={role} onChange={setRole} reader={reader} />
        {change.error && <FailedState error={change.error} title="The role was not changed" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={change.isPending}
            disabled={role === member.role}
            onClick={() => change.mutate({ memberId: member.id, role })}
          >
            Change role
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
