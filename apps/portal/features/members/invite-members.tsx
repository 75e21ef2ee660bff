'use client'

import { List, ListItem, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { mayManage, type Role } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts'
import { useStoredDraft, useTakenDraft } from '../../lib/use-draft.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { maxAddresses, parseAddresses } from './parse-addresses.ts'
import { RoleChoice } from './role-choice.tsx'

interface InviteMembersProps {
  readonly opened: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

interface Invitations {
  readonly text: string
  readonly role: Role
}

interface Outcome {
  readonly email: string
  /** Undefined if the invitation was sent. */
  readonly error: string | undefined
}

const draftName = 'invite-members'
const noInvitations: Invitations = { text: '', role: 'member' }

/** Invites several email addresses with one role and shows each outcome. */
export function InviteMembers({ opened, onOpen, onClose }: InviteMembersProps) {
  const [draft, setDraft] = useState(noInvitations)
  const { role } = useOrganization()
  useDialogInAddress('invite', mayManage(role) ? onOpen : undefined)
  useTakenDraft<Invitations>(draftName, (values) => {
    setDraft(values)
    onOpen()
  })
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite members">
      {opened && <InviteForm draft={draft} onClose={onClose} />}
    </Dialog>
  )
}

function InviteForm({ draft, onClose }: { draft: Invitations; onClose: () => void }) {
  const { id: orgId, role: reader } = useOrganization()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [text, setText] = useState(draft.text)
  const [role, setRole] = useState<Role>(draft.role)
  useStoredDraft(
    draftName,
    useMemo(() => (text === '' ? undefined : { text, role }), [text, role]),
  )
  const [error, setError] = useState<string>()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const create = useMutation(trpc.createInvitation.mutationOptions())
  const [isPending, setPending] = useState(false)
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    const { addresses, invalid } = parseAddresses(text)
    if (invalid.length > 0) return setError(`${invalid.join(', ')} is not an email address.`)
    if (addresses.length === 0) return setError('Enter at least one email address.')
    if (addresses.length > maxAddresses) return setError(`Invite at most ${maxAddresses} people at a time.`)
    setPending(true)
    const results = await Promise.all(
      addresses.map(async (email): Promise<Outcome> => {
        try {
          await create.mutateAsync({ orgId, email, role })
          return { email, error: undefined }
        } catch (thrown) {
          return { email, error: describeError(thrown).message }
        }
      }),
    )
    setPending(false)
    await queryClient.invalidateQueries(trpc.listInvitations.queryFilter({ orgId }))
    const failed = results.filter(({ error: reason }) => reason !== undefined)
    if (failed.length === 0) return onClose()
    setOutcomes(results)
    setText(failed.map(({ email }) => email).join('\n'))
  }
  return (
    <DialogForm
      action="Send invitations"
      isPending={isPending}
      onSubmit={(event) => void invite(event)}
      onCancel={onClose}
    >
      <Textarea
        label="Email addresses"
        description="Separated by commas, spaces or lines. Each gets a link that works once within 7 days."
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <RoleChoice value={role} onChange={setRole} reader={reader} />
      {outcomes.length > 0 && (
        <div role="alert">
          <List listStyleType="none" spacing={4} size="sm">
            {outcomes.map(({ email, error: reason }) => (
              <ListItem key={email}>
                <StatusBadge tone={reason === undefined ? 'success' : 'danger'}>
                  {reason === undefined ? `${email}: invited` : `${email}: ${reason}`}
                </StatusBadge>
              </ListItem>
            ))}
          </List>
        </div>
      )}
    </DialogForm>
  )
}
