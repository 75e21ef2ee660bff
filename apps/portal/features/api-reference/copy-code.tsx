'use client'

import { useState } from 'react'
import { copyToClipboard } from '../../lib/copy-to-clipboard.ts'
import classes from './api-reference.module.css'

const shownMs = 1_500

/** Copies code, and says so for a moment. */
export function CopyCode({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'Copy' | 'Copied' | 'Select the text'>('Copy')
  const copy = async () => {
    setOutcome((await copyToClipboard(text)) ? 'Copied' : 'Select the text')
    setTimeout(() => setOutcome('Copy'), shownMs)
  }
  return (
    <button type="button" className={classes.action} onClick={copy} aria-label={outcome === 'Copy' ? label : outcome}>
      {outcome}
    </button>
  )
}
