'use client'

import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FailedState } from './failed-state.tsx'

interface DialogFormProps {
  /** The submit button's text: `Create token`. */
  readonly action: string
  readonly isPending: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly onCancel: () => void
  /** Why the last submission failed. What was typed is kept. */
  readonly error?: unknown
  readonly errorTitle?: string
  readonly children: ReactNode
}

/** A dialog's form: fields, failure, and two buttons. */
export function DialogForm({
  action,
  isPending,
  onSubmit,
  onCancel,
  error,
  errorTitle = 'We couldn’t do that',
  children,
}: DialogFormProps) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        {children}
        {Boolean(error) && <FailedState error={error} title={errorTitle} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
