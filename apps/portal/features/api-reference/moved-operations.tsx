'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Leads from an operation's anchor on this page, as in links of earlier versions, to its page. */
export function MovedOperations({ addresses }: { addresses: Readonly<Record<string, string>> }) {
  const router = useRouter()
  useEffect(() => {
    const href = addresses[window.location.hash.slice(1)]
    if (href !== undefined) router.replace(href)
  }, [addresses, router])
  return null
}
