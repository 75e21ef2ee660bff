'use client'

import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useTRPC } from '../../lib/trpc.ts'

interface ProveByCodeProps {
  readonly onProven: () => void
  readonly onCancel: () => void
}

/** Asks for a second-factor code. */
export function ProveByCode({ onProven, onCancel }: ProveByCodeProps) {
  const trpc = useTRPC()
  const confirm = useMutation(trpc.proof.confirm.mutationOptions({ onSuccess: onProven }))
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? 'Enter a code.' : null) },
  })
  return (
    <DialogForm
      action="Confirm"
      isPending={confirm.isPending}
      onSubmit={form.onSubmit((values) => confirm.mutate(values))}
      onCancel={onCancel}
      error={confirm.error}
      errorTitle="The code was not accepted"
    >
      <Text size="sm">You signed in more than ten minutes ago. Enter a code to continue.</Text>
      <TextInput
        label="Code"
        description="The newest code from your app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        data-autofocus
        {...form.getInputProps('code')}
      />
    </DialogForm>
  )
}
