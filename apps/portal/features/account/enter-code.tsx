'use client'

import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'

interface EnterCodeProps {
  readonly title: string
  /** Says in one sentence what the code does. */
  readonly consequence: string
  readonly action: string
  readonly errorTitle: string
  readonly onClose: () => void
  /** Closes the dialog if it resolves; otherwise the dialog shows the error. */
  readonly onSubmit: (code: string) => Promise<void>
}

/** Asks for a second-factor code before changing the factor. */
export function EnterCode({ title, consequence, action, errorTitle, onClose, onSubmit }: EnterCodeProps) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? 'Enter a code.' : null) },
  })
  const submit = async ({ code }: typeof form.values) => {
    setPending(true)
    setError(undefined)
    try {
      await onSubmit(code)
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <DialogForm
        action={action}
        isPending={isPending}
        onSubmit={form.onSubmit((values) => void submit(values))}
        onCancel={onClose}
        error={error}
        errorTitle={errorTitle}
      >
        <Text size="sm">{consequence}</Text>
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
    </Dialog>
  )
}
