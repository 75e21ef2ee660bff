'use client'

import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { copyToClipboard } from '../lib/copy-to-clipboard.ts'
import { selectContents } from '../lib/select-contents.ts'
import classes from './id-text.module.css'
import tip from './tip.module.css'

interface IdTextProps {
  /** Names the ID to screen readers: `Realm ID`. */
  readonly label: string
  readonly value: string
  /** Shows it whole. */
  readonly full?: boolean
}

const shownMs = 1_500

/** Shows an ID, shortened in the middle. A click copies it. */
export function IdText({ label, value, full = false }: IdTextProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'refused'>('idle')
  const text = useRef<HTMLSpanElement>(null)
  const copy = async () => {
    const isCopied = await copyToClipboard(value)
    setOutcome(isCopied ? 'copied' : 'refused')
    if (isCopied) setTimeout(() => setOutcome('idle'), shownMs)
  }
  useEffect(() => {
    if (outcome === 'refused') selectContents(text.current)
  }, [outcome])
  const hints = { idle: value, copied: 'Copied', refused: 'The browser refused. Press Ctrl+C.' }
  const isWhole = full || outcome === 'refused'
  return (
    <UnstyledButton
      className={`${classes.id} ${tip.tip}`}
      onClick={copy}
      aria-label={`Copy ${label} ${value}`}
      data-id={value}
      data-tip={hints[outcome]}
    >
      <span ref={text} className={isWhole ? classes.whole : undefined}>
        {isWhole ? value : shortenMiddle(value)}
      </span>
      {outcome === 'copied' ? (
        <IconCheck size={14} className={classes.icon} data-shown aria-hidden />
      ) : (
        <IconCopy size={14} className={classes.icon} aria-hidden />
      )}
    </UnstyledButton>
  )
}

const headCharacters = 8
const tailCharacters = 4

/** Shortens a long ID in the middle. */
function shortenMiddle(value: string): string {
  const characters = [...value]
  if (characters.length <= headCharacters + tailCharacters + 3) return value
  return `${characters.slice(0, headCharacters).join('')}…${characters.slice(-tailCharacters).join('')}`
}
