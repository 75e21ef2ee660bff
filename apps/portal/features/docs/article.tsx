'use client'

import { useRouter } from 'next/navigation'
import type { MouseEvent } from 'react'
import '../../lib/highlight.css'
import classes from './article.module.css'

const copiedForMs = 2_000

/** Shows HTML built from a repository document. Works without scripts, too. */
export function Article({ html }: { html: string }) {
  const router = useRouter()
  const handleClick = (event: MouseEvent<HTMLDivElement>) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest('button[data-copy]')
    if (button instanceof HTMLButtonElement) void copyCode(button)
    const link = event.target.closest('a')
    if (!link || !isPlainClick(event) || !isOtherPage(link)) return
    event.preventDefault()
    router.push(link.pathname + link.hash)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the links and buttons inside is a click
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons inside are interactive
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from this repository, without raw HTML
    <div className={classes.article} onClick={handleClick} dangerouslySetInnerHTML={{ __html: html }} />
  )
}

async function copyCode(button: HTMLButtonElement): Promise<void> {
  const code = button.parentElement?.querySelector('pre')?.textContent ?? ''
  const isCopied = await navigator.clipboard.writeText(code).then(
    () => true,
    () => false,
  )
  button.textContent = isCopied ? 'Copied' : 'Could not copy'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, copiedForMs)
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** Returns whether a link leads to another documentation page. */
function isOtherPage(link: HTMLAnchorElement): boolean {
  const isSamePage = link.pathname === window.location.pathname
  return link.origin === window.location.origin && link.pathname.startsWith('/docs') && !isSamePage
}
