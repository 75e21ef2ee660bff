'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Leads from an operation's anchor on this page, as in links of earlier versions, to its page. */
export function MovedOperations({ hrefs }: { hrefs: Readonly<Record<string, string>> }) {
  const router = useRouter()
  useEffect(() => {
    const href = hrefs[window.location.hash.slice(1)]
    if (href !== undefined) router.replace(href)
  }, [hrefs, router])
  return null
}
