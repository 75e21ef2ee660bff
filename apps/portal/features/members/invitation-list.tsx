'use client'

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { focusContent } from '../../lib/focus-content.ts'
import { notify } from '../../lib/notify.ts'
import { mayManage, mayOwn, roleLabels } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { memberColumns } from './member-columns.ts'

type Invitation = PortalData['listInvitations']['invitations'][number]

/** Lists the open invitations, sends them again and revokes them. */
export function InvitationList() {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(trpc.listInvitations.queryOptions({ orgId }))
  const refresh = () => queryClient.invalidateQueries(trpc.listInvitations.queryFilter({ orgId }))
  const resend = useMutation(
    trpc.createInvitation.mutationOptions({
      onSuccess: ({ invitation }) => notify(`${invitation.email} gets a new link. The old one no longer works.`),
      onSettled: refresh,
    }),
  )
  const revoke = useMutation(trpc.revokeInvitation.mutationOptions({ onSuccess: focusContent, onSettled: refresh }))
  if (error && !data)
    return <FailedState error={error} title="The invitations could not be loaded" retry={() => void refetch()} />
  const invitations = data?.invitations ?? []
  if (invitations.length === 0) return null
  const columns: readonly DataTableColumn<Invitation>[] = [
    {
      key: 'email',
      label: 'Invited',
      render: ({ email }) => <EmailText>{email}</EmailText>,
      sortBy: ({ email }) => email,
    },
    {
      key: 'role',
      label: 'Role',
      width: memberColumns.role,
      render: (invitation) => roleLabels[invitation.role],
    },
    {
      key: 'expires',
      label: 'Expires',
      width: memberColumns.time,
      render: ({ expiresAt }) => <TimeText at={expiresAt} />,
    },
  ]
  const actions: DataTableColumn<Invitation> = {
    key: 'actions',
    label: 'Actions',
    align: 'right',
    width: memberColumns.actions,
    render: (invitation) =>
      (invitation.role !== 'owner' || mayOwn(role)) && (
        <InvitationActions
          email={invitation.email}
          isResending={resend.isPending && resend.variables.email === invitation.email}
          onResend={() => resend.mutate({ orgId, email: invitation.email, role: invitation.role })}
          isRevoking={revoke.isPending && revoke.variables.invitationId === invitation.id}
          onRevoke={() => revoke.mutate({ invitationId: invitation.id })}
        />
      ),
  }
  return (
    <Stack gap="xs" component="section" aria-label="Invitations">
      <Title order={2} size="h4">
        Invitations
      </Title>
      <Text size="sm" c="dimmed">
        These people have not accepted yet.
      </Text>
      <FailedChange change={resend} title="The invitation was not sent again" />
      <FailedChange change={revoke} title="The invitation was not revoked" />
      <DataTable
        label="Invitations"
        columns={mayManage(role) ? [...columns, actions] : columns}
        rows={invitations}
        rowKey={({ id }) => id}
        sortParameter="sortInvitations"
      />
    </Stack>
  )
}

interface InvitationActionsProps {
  readonly email: string
  readonly isResending: boolean
  readonly onResend: () => void
  readonly isRevoking: boolean
  readonly onRevoke: () => void
}

function InvitationActions({ email, isResending, onResend, isRevoking, onRevoke }: InvitationActionsProps) {
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Send the invitation of ${email} again`}
        loading={isResending}
        onClick={onResend}
      >
        Resend
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`Revoke the invitation of ${email}`}
        loading={isRevoking}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </Group>
  )
}
