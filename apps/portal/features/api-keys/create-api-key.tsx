'use client'

import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts'
import { useFormDraft } from '../../lib/use-draft.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

const maxNameCharacters = 32
const dayMs = 24 * 60 * 60 * 1000

const lifetimes = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

interface CreateApiKeyProps {
  readonly opened: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** Creates an API key and shows it once. */
export function CreateApiKey({ opened, onOpen, onClose }: CreateApiKeyProps) {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const form = useForm({
    initialValues: { name: '', days: '0' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name, such as the script that uses the key.' : null) },
  })
  useFormDraft('create-api-key', form, onOpen)
  useDialogInAddress('create', mayManage(role) ? onOpen : undefined)
  const create = useMutation(trpc.createApiKey.mutationOptions({ gcTime: 0 }))
  const submit = async ({ name, days }: typeof form.values) => {
    try {
      const expiresAt = days === '0' ? undefined : new Date(Date.now() + Number(days) * dayMs).toISOString()
      const { key } = await create.mutateAsync({ orgId, name, expiresAt })
      onClose()
      form.reset()
      await queryClient.invalidateQueries(trpc.listApiKeys.queryFilter({ orgId }))
      await secrets.show({
        title: 'API key created',
        secrets: [{ label: 'API key', environmentName: 'API_KEY', value: key }],
        sample: {
          label: 'List your organizations',
          path: '/admin/v1/orgs',
          headers: { 'x-api-key': key },
          curl: `curl ${window.location.origin}/admin/v1/orgs -H "x-api-key: $API_KEY"`,
        },
      })
      create.reset()
    } catch {
      // The dialog shows the error and keeps what was typed.
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Create API key">
      <DialogForm
        action="Create API key"
        isPending={create.isPending}
        onSubmit={form.onSubmit((values) => void submit(values))}
        onCancel={onClose}
        error={create.error}
        errorTitle="The key was not created"
      >
        <TextInput
          label="Name"
          description={`What uses the key, at most ${maxNameCharacters} characters.`}
          maxLength={maxNameCharacters}
          dir="auto"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select label="Expires" allowDeselect={false} data={lifetimes} {...form.getInputProps('days')} />
      </DialogForm>
    </Dialog>
  )
}
