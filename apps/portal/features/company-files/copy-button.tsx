'use client'

import { Button, type ButtonProps, Text } from '@mantine/core'
import { useState } from 'react'
import { copyToClipboard } from '../../lib/copy-to-clipboard.ts'

interface CopyButtonProps extends ButtonProps {
  readonly text: string
  readonly label: string
}

const shownMs = 2_000

/** Copies a text. Where the browser refuses, it shows the text to select. */
export function CopyButton({ text, label, ...button }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => {
    const isCopied = await copyToClipboard(text)
    setOutcome(isCopied ? 'copied' : 'refused')
    if (isCopied) setTimeout(() => setOutcome('idle'), shownMs)
  }
  return (
    <>
      <Button variant="default" onClick={() => void copy()} {...button}>
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      {outcome === 'refused' && (
        <Text size="sm" w="100%" style={{ whiteSpace: 'pre-wrap', userSelect: 'all' }} role="status">
          {text}
        </Text>
      )}
    </>
  )
}
