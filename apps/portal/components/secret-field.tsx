'use client'

import { Group, TextInput } from '@mantine/core'
import { type FocusEvent, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import classes from './secret-field.module.css'

interface SecretFieldProps {
  readonly secret: { readonly label: string; readonly value: string }
  /** Receives the focus when the dialog opens. */
  readonly isFirst: boolean
}

/** Shows a secret with a copy button. A refused clipboard selects the value. */
export function SecretField({ secret, isFirst }: SecretFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        ref={field}
        flex={1}
        label={secret.label}
        value={secret.value}
        readOnly
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.input ?? '' }}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
        data-autofocus={isFirst || undefined}
      />
      <CopyButton
        value={secret.value}
        label={secret.label.charAt(0).toLowerCase() + secret.label.slice(1)}
        onRefused={() => field.current?.select()}
      />
    </Group>
  )
}
