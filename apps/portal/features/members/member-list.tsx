'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage, mayOwn, roleLabels } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { ChangeRole } from './change-role.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteMembers } from './invite-members.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { memberColumns } from './member-columns.ts'
import { RemoveMember } from './remove-member.tsx'

type Member = PortalData['listMembers']['members'][number]

/** Lists members and invitations, changes roles, removes members and leaves. */
export function MemberList() {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const { data: user } = useQuery(trpc.session.user.queryOptions())
  const { data, error, refetch } = useQuery(trpc.listMembers.queryOptions({ orgId }))
  const [isInviting, setInviting] = useState(false)
  const [changed, setChanged] = useState<Member>()
  const [removed, setRemoved] = useState<Member>()
  const members = data?.members ?? []
  return (
    <>
      <PageHeader
        title="Members"
        description="People who can see this organization, and what they may do in it."
        actions={
          mayManage(role) && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
              Invite members
            </Button>
          )
        }
      />
      {error && !data ? (
        <FailedState error={error} title="The members could not be loaded" retry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton rows={3} />
      ) : (
        <Stack gap="lg">
          <MemberTable members={members} userId={user?.id} onChangeRole={setChanged} onRemove={setRemoved} />
          {!mayManage(role) && <RoleNote needs="admin" to="invite and remove members, and change roles" />}
          {role === 'admin' && <RoleNote needs="owner" to="make, change and remove owners" />}
          <InvitationList />
          <LeaveOrganization
            isLastOwner={members.some((member) => member.userId === user?.id && isLastOwner(member, members))}
            hasOthers={members.length > 1}
          />
        </Stack>
      )}
      <InviteMembers opened={isInviting} onOpen={() => setInviting(true)} onClose={() => setInviting(false)} />
      {changed && <ChangeRole key={changed.id} member={changed} onClose={() => setChanged(undefined)} />}
      <RemoveMember member={removed} onClose={() => setRemoved(undefined)} />
    </>
  )
}

function isLastOwner({ role }: Member, members: readonly Member[]): boolean {
  return role === 'owner' && members.filter((member) => member.role === 'owner').length === 1
}

interface MemberTableProps {
  readonly members: readonly Member[]
  /** The reader's ID, once loaded. */
  readonly userId: string | undefined
  readonly onChangeRole: (member: Member) => void
  readonly onRemove: (member: Member) => void
}

function MemberTable({ members, userId, onChangeRole, onRemove }: MemberTableProps) {
  const { role } = useOrganization()
  const mayChange = (member: Member) => (member.role !== 'owner' || mayOwn(role)) && !isLastOwner(member, members)
  const columns: readonly DataTableColumn<Member>[] = [
    {
      key: 'email',
      label: 'Member',
      render: (member) => <MemberName member={member} isReader={member.userId === userId} />,
      sortBy: ({ name, email }) => name || email,
    },
    {
      key: 'role',
      label: 'Role',
      width: memberColumns.role,
      render: (member) => roleLabels[member.role],
      sortBy: (member) => member.role,
    },
    {
      key: 'since',
      label: 'Joined',
      width: memberColumns.time,
      render: ({ createdAt }) => <TimeText at={createdAt} />,
      sortBy: ({ createdAt }) => Date.parse(createdAt),
    },
  ]
  const actions: DataTableColumn<Member> = {
    key: 'actions',
    label: 'Actions',
    align: 'right',
    width: memberColumns.actions,
    render: (member) =>
      mayChange(member) && (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Change the role of ${member.email}`}
            onClick={() => onChangeRole(member)}
          >
            Change role
          </Button>
          {member.userId !== userId && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Remove ${member.email}`}
              onClick={() => onRemove(member)}
            >
              Remove
            </Button>
          )}
        </Group>
      ),
  }
  const shown = mayManage(role) ? [...columns, actions] : columns
  return <DataTable label="Members" columns={shown} rows={members} rowKey={({ id }) => id} />
}

function MemberName({ member: { name, email }, isReader }: { member: Member; isReader: boolean }) {
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name !== '' && (
        <>
          <bdi>{name}</bdi>{' '}
        </>
      )}
      <Text span size="sm" c={name === '' ? undefined : 'dimmed'}>
        <EmailText>{email}</EmailText>
      </Text>
      {isReader && ' (you)'}
    </Text>
  )
}
