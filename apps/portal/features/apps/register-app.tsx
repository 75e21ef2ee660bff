'use client'

import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts'
import { useFormDraft } from '../../lib/use-draft.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { AppFields, type AppValues, appValidation } from './app-fields.tsx'
import { defaultSettings } from './app-settings.ts'
import { parseRedirectUris } from './redirect-uris.ts'

interface RegisterAppProps {
  readonly opened: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** Registers an app, shows its secret once and opens its page. */
export function RegisterApp({ opened, onOpen, onClose }: RegisterAppProps) {
  const { id: orgId, slug, role } = useOrganization()
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const form = useForm<AppValues>({
    initialValues: { name: '', redirectUris: '', ...defaultSettings },
    validate: appValidation,
    validateInputOnChange: ['redirectUris'],
  })
  useFormDraft('register-app', form, onOpen)
  useDialogInAddress('register', mayManage(role) ? onOpen : undefined)
  const create = useMutation(trpc.createClient.mutationOptions({ gcTime: 0 }))
  const submit = async ({ redirectUris, ...values }: AppValues) => {
    try {
      const { client, clientSecret } = await create.mutateAsync({
        orgId,
        ...values,
        redirectUris: parseRedirectUris(redirectUris),
      })
      onClose()
      form.reset()
      await queryClient.invalidateQueries(trpc.listClients.queryFilter({ orgId }))
      await secrets.show({
        title: 'App registered',
        secrets: [
          { label: 'Client ID', environmentName: 'CLIENT_ID', value: client.id, isPublic: true },
          { label: 'Client secret', environmentName: 'CLIENT_SECRET', value: clientSecret },
        ],
      })
      create.reset()
      router.push(`/orgs/${slug}/apps/${client.id}`)
    } catch {
      // The dialog shows the error and keeps what was typed.
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Register an app">
      <DialogForm
        action="Register app"
        isPending={create.isPending}
        onSubmit={form.onSubmit((values) => void submit(values))}
        onCancel={onClose}
        error={create.error}
        errorTitle="The app was not registered"
      >
        <AppFields form={form} />
      </DialogForm>
    </Dialog>
  )
}
