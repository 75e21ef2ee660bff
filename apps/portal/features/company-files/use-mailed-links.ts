'use client'

import { useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPCClient } from '../../lib/trpc.ts'

type Link = PortalData['createSetupLinks']['links'][number]

/** A link with its address and the state of its email. */
export interface MailedLink {
  readonly id: string
  /** The company file's name. */
  readonly name: string
  readonly email: string
  readonly state: 'waiting' | 'sent' | 'failed'
  /** Why it was not sent. */
  readonly reason?: string
}

/** Returns the emails about new links, and sends them one after another to the addresses by realm ID. */
export function useMailedLinks() {
  const client = useTRPCClient()
  const [mailed, setMailed] = useState<readonly MailedLink[]>([])
  const mail = async (links: readonly Link[], addresses: Readonly<Record<string, string>>) => {
    const chosen = links
      .map((link) => ({ ...link, email: addresses[link.realmId]?.trim() ?? '' }))
      .filter(({ email }) => email !== '')
    setMailed(
      chosen.map(({ setupLinkId, name, email }) => ({ id: setupLinkId, name, email, state: 'waiting' as const })),
    )
    for (const { setupLinkId, url, email } of chosen) {
      const change = await client.mailSetupLink
        .mutate({ setupLinkId, url, email })
        .then(() => ({ state: 'sent' as const }))
        .catch((error: unknown) => ({ state: 'failed' as const, reason: describeError(error).message }))
      setMailed((all) => all.map((each) => (each.id === setupLinkId ? { ...each, ...change } : each)))
    }
  }
  return [mailed, mail] as const
}
