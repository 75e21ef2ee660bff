'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, type ButtonProps, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useStoredDraft, useTakenDraft } from '../../lib/use-draft.ts'

interface CreateAgentTokenProps extends ButtonProps {
  readonly realmId: RealmId
}

const labelCharactersMax = 80
const draftName = 'create-agent-token'

/** A button with a dialog that creates an agent token and shows it once. */
export function CreateAgentToken({ realmId, ...button }: CreateAgentTokenProps) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const close = () => setOpen(false)
  useTakenDraft<string>(draftName, (label) => {
    setDraft(label)
    setOpen(true)
  })
  return (
    <>
      <Button onClick={() => setOpen(true)} {...button}>
        Create agent token
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Create an agent token">
        {isOpen && <CreateForm realmId={realmId} draft={draft} onClose={close} />}
      </Dialog>
    </>
  )
}

interface CreateFormProps {
  readonly realmId: RealmId
  readonly draft: string
  readonly onClose: () => void
}

function CreateForm({ realmId, draft, onClose }: CreateFormProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const create = useMutation(
    trpc.createAgentToken.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ label, token }) => {
        onClose()
        void queryClient.invalidateQueries(trpc.getRealm.queryFilter({ realmId }))
        const { origin } = window.location
        await secrets.show({
          title: `Agent token “${label}” created`,
          fileName: 'agent.env',
          secrets: [
            { label: 'Agent token', environmentName: 'BRIDGE_AGENT_TOKEN', value: token },
            { label: 'Address of the service', environmentName: 'BRIDGE_URL', value: origin },
          ],
          note: 'Enter both in the agent at the PC. The page of the company file shows when it connects.',
        })
        create.reset()
      },
    }),
  )
  const form = useForm({
    initialValues: { label: draft },
    validate: { label: (label) => (label.trim() ? null : 'Enter a label, such as the name of the PC.') },
  })
  useStoredDraft(draftName, form.values.label || undefined)
  return (
    <DialogForm
      action="Create token"
      isPending={create.isPending}
      onSubmit={form.onSubmit(({ label }) => create.mutate({ realmId, label }))}
      onCancel={onClose}
      error={create.error}
      errorTitle="The token was not created"
    >
      <TextInput
        data-autofocus
        label="Label"
        description="Names the PC, so that you know which token to revoke."
        placeholder="Front desk"
        dir="auto"
        autoComplete="off"
        maxLength={labelCharactersMax}
        {...form.getInputProps('label')}
      />
    </DialogForm>
  )
}
