'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { copyToClipboard } from '../lib/copy-to-clipboard.ts'

interface CopyButtonProps {
  readonly value: string
  /** Names the value to screen readers: `access token`. */
  readonly label: string
  /** Called when the browser refuses the clipboard. */
  readonly onRefused?: () => void
}

const texts = { idle: 'Copy', copied: 'Copied', refused: 'Press Ctrl+C' } as const

/** Copies a text and says whether it worked. */
export function CopyButton({ value, label, onRefused }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof texts>('idle')
  const copy = async () => {
    const isCopied = await copyToClipboard(value)
    setOutcome(isCopied ? 'copied' : 'refused')
    if (!isCopied) onRefused?.()
  }
  return (
    <Button variant="default" w={112} flex="none" onClick={() => void copy()} aria-label={`${texts[outcome]} ${label}`}>
      {texts[outcome]}
    </Button>
  )
}
