'use client'

import { useState } from 'react'
import classes from './copy-markdown.module.css'

type State = 'ready' | 'copied' | 'failed'

const labels: Readonly<Record<State, string>> = {
  ready: 'Copy as Markdown',
  copied: 'Copied',
  failed: 'Could not copy',
}

/** Copies the page as Markdown, and links to it. */
export function CopyMarkdown({ href }: { href: string }) {
  const [state, setState] = useState<State>('ready')
  const copy = async () => {
    try {
      const response = await fetch(href)
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      await navigator.clipboard.writeText(await response.text())
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button type="button" className={classes.button} onClick={copy} onBlur={() => setState('ready')}>
        <span aria-live="polite">{labels[state]}</span>
      </button>
      <a href={href} className={classes.link}>
        View as Markdown
      </a>
    </>
  )
}
