'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useTRPC } from '../../lib/trpc.ts'
import { findLastOrganization } from '../organizations/last-organization.ts'
import type { CurrentOrganization } from '../organizations/organization-context.tsx'

/** Returns the organization in the address, otherwise the last visited one. Undefined if no one is signed in. */
export function useCurrentOrganization({ enabled }: { enabled: boolean }): CurrentOrganization | undefined {
  const slug = findSlug(usePathname())
  const trpc = useTRPC()
  const isAsked = enabled && slug === undefined
  const { data: user } = useQuery(trpc.session.user.queryOptions(undefined, { enabled: isAsked, retry: false }))
  const isSignedIn = slug !== undefined || Boolean(user)
  const { data } = useQuery(
    trpc.listOrganizations.queryOptions(undefined, { enabled: enabled && isSignedIn, retry: false }),
  )
  const wanted = slug ?? (data ? findLastOrganization() : undefined)
  return data?.orgs.find((organization) => organization.slug === wanted) ?? (slug ? undefined : data?.orgs[0])
}

/** Returns the organization's slug in an address. */
export function findSlug(path: string): string | undefined {
  return /^\/orgs\/([^/]+)/.exec(path)?.[1]
}
