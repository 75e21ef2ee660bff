'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useStoredDraft, useTakenDraft } from '../../lib/use-draft.ts'
import { printConnectorSecrets } from './connector-secrets.ts'

const labelCharactersMax = 80
const draftName = 'create-connector-credential'

/** A button with a dialog that creates a credential of the Web Connector and shows its password once. */
export function CreateConnectorCredential({ realmId }: { realmId: RealmId }) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const close = () => setOpen(false)
  useTakenDraft<string>(draftName, (label) => {
    setDraft(label)
    setOpen(true)
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create credential</Button>
      <Dialog opened={isOpen} onClose={close} title="Create a credential">
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
    trpc.createConnectorCredential.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ label, userName, password }) => {
        onClose()
        void queryClient.invalidateQueries(trpc.listConnectorCredentials.queryFilter({ realmId }))
        await secrets.show({
          title: `Credential “${label}” created`,
          ...printConnectorSecrets(userName, password),
          note: 'Next, download its file and add it to the Web Connector at the PC, which asks for this password.',
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
      action="Create credential"
      isPending={create.isPending}
      onSubmit={form.onSubmit(({ label }) => create.mutate({ realmId, label }))}
      onCancel={onClose}
      error={create.error}
      errorTitle="The credential was not created"
    >
      <TextInput
        data-autofocus
        label="Label"
        description="Names the PC. Each PC needs its own credential."
        placeholder="Front desk"
        dir="auto"
        autoComplete="off"
        maxLength={labelCharactersMax}
        {...form.getInputProps('label')}
      />
    </DialogForm>
  )
}
