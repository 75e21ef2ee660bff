'use client'

import { useEffect, useRef, useState } from 'react'
import type { Grammar } from './samples/language-ids.ts'

/** Shows code, which gets its colors when it is near the window: the page has the plain text only, which is a third. */
export function HighlightedCode({ code, grammar }: { code: string; grammar: Grammar }) {
  const element = useRef<HTMLElement>(null)
  const isNear = useIsNear(element)
  const [highlighted, setHighlighted] = useState<{ readonly code: string; readonly html: string }>()
  useEffect(() => {
    if (!isNear) return
    let isCurrent = true
    void import('./highlight-code.ts').then(async ({ highlightCode }) => {
      const html = await highlightCode(code, grammar)
      if (isCurrent) setHighlighted({ code, html })
    })
    return () => {
      isCurrent = false
    }
  }, [code, grammar, isNear])
  if (highlighted?.code !== code) return <code ref={element}>{code}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code
  return <code ref={element} dangerouslySetInnerHTML={{ __html: highlighted.html }} />
}

const nearPixels = 600

function useIsNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${nearPixels}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
