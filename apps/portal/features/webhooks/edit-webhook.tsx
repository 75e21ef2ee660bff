'use client'

import { eventNames } from '@bridge/control-plane/webhooks/event-types'
import { sandboxFailureNames, sandboxFailures } from '@bridge/control-plane/webhooks/sandbox-failures'
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useFormDraft } from '../../lib/use-draft.ts'

interface WebhookValues {
  readonly url: string
  readonly format: string
  readonly which: string
  readonly events: string[]
  readonly sandboxFailure: string
}

interface EditWebhookProps {
  readonly clientId: string
  readonly webhook: PortalData['getWebhook']['webhook']
  readonly onClose: () => void
}

/** Adds or changes a webhook. The verifier token of a new one is shown once. */
export function EditWebhook({ clientId, webhook, onClose }: EditWebhookProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const form = useForm<WebhookValues>({
    initialValues: {
      url: webhook?.url ?? '',
      format: webhook?.format ?? 'cloudevents',
      which: webhook?.events ? 'chosen' : 'all',
      events: [...(webhook?.events ?? [])],
      sandboxFailure: webhook?.sandboxFailure ?? '',
    },
    validate: {
      url: (url) => (URL.canParse(url) ? null : 'Enter an address that begins with https://.'),
      events: (events, { which }) => (which === 'chosen' && events.length === 0 ? 'Choose at least one event.' : null),
    },
  })
  useFormDraft('edit-webhook', form)
  const save = useMutation(trpc.setWebhook.mutationOptions({ gcTime: 0 }))
  const submit = async ({ url, format, which, events, sandboxFailure }: WebhookValues) => {
    try {
      const { verifierToken } = await save.mutateAsync({
        clientId,
        url: url.trim(),
        format: format === 'legacy' ? 'legacy' : 'cloudevents',
        events: which === 'all' ? null : events,
        sandboxFailure: sandboxFailureNames.find((name) => name === sandboxFailure) ?? null,
      })
      onClose()
      await queryClient.invalidateQueries(trpc.getWebhook.queryFilter({ clientId }))
      if (verifierToken === null) return
      await secrets.show({
        title: 'Webhook added',
        secrets: [{ label: 'Verifier token', environmentName: 'VERIFIER_TOKEN', value: verifierToken }],
        note: 'The receiver verifies the signature of each request with it.',
      })
      save.reset()
    } catch {
      // The dialog shows the error and keeps what was typed.
    }
  }
  return (
    <Dialog opened onClose={onClose} title={webhook ? 'Edit webhook' : 'Add a webhook'}>
      <DialogForm
        action={webhook ? 'Save webhook' : 'Add webhook'}
        isPending={save.isPending}
        onSubmit={form.onSubmit((values) => void submit(values))}
        onCancel={onClose}
        error={save.error}
        errorTitle="The webhook was not saved"
      >
        <WebhookFields form={form} />
      </DialogForm>
    </Dialog>
  )
}

function WebhookFields({ form }: { form: UseFormReturnType<WebhookValues> }) {
  return (
    <>
      <TextInput
        label="Address"
        description="Receives a POST for each change. It must have https and be reachable for anyone."
        placeholder="https://app.example.com/webhook"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label="Format"
        description="Receivers from before 2026 read the legacy format."
        data={[
          { value: 'cloudevents', label: 'CloudEvents, as QuickBooks Online sends now' },
          { value: 'legacy', label: 'Legacy, with eventNotifications' },
        ]}
        {...form.getInputProps('format')}
      />
      <NativeSelect
        label="Events"
        data={[
          { value: 'all', label: 'All events' },
          { value: 'chosen', label: 'Chosen events' },
        ]}
        {...form.getInputProps('which')}
      />
      {form.getValues().which === 'chosen' && (
        <MultiSelect
          label="Chosen events"
          data={[...eventNames]}
          searchable
          hidePickedOptions
          {...form.getInputProps('events')}
        />
      )}
      <NativeSelect
        label="Events of sandboxes"
        description="Can be wrong on purpose, to test the receiver."
        data={[
          { value: '', label: 'As usual' },
          ...sandboxFailureNames.map((name) => ({
            value: name,
            label: `${sandboxFailures[name].title}: ${sandboxFailures[name].description}`,
          })),
        ]}
        {...form.getInputProps('sandboxFailure')}
      />
    </>
  )
}
