'use client'

import { Button, Group, TextInput } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import { copyToClipboard } from '../lib/copy-to-clipboard.ts'

interface SecretFieldProps {
  readonly secret: { readonly label: string; readonly value: string }
  /** Receives the focus when the dialog opens. */
  readonly isFirst: boolean
}

const labels = { idle: 'Copy', copied: 'Copied', refused: 'Press Ctrl+C' } as const

/** Shows a secret with a copy button. A refused clipboard selects the value. */
export function SecretField({ secret, isFirst }: SecretFieldProps) {
  const [outcome, setOutcome] = useState<keyof typeof labels>('idle')
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const copy = async () => {
    const isCopied = await copyToClipboard(secret.value)
    setOutcome(isCopied ? 'copied' : 'refused')
    if (!isCopied) field?.select()
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        ref={setField}
        flex={1}
        label={secret.label}
        value={secret.value}
        readOnly
        autoComplete="off"
        spellCheck={false}
        ff="monospace"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
        data-autofocus={isFirst || undefined}
      />
      <Button
        variant="default"
        w={112}
        onClick={() => void copy()}
        aria-label={`${labels[outcome]} ${secret.label.toLowerCase()}`}
      >
        {labels[outcome]}
      </Button>
    </Group>
  )
}
