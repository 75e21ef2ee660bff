'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useTRPC } from '../../lib/trpc.ts'
import { findLastOrganization } from '../organizations/last-organization.ts'
import type { CurrentOrganization } from '../organizations/organization-context.tsx'

/** Returns the organization in the address, otherwise the last visited one. Undefined if no one is signed in. */
export function useCurrentOrganization({ enabled }: { enabled: boolean }): CurrentOrganization | undefined {
  return useCurrentOrganizationState({ enabled }).organization
}

/** Also returns whether it is still being looked up. */
export function useCurrentOrganizationState({ enabled }: { enabled: boolean }): {
  readonly organization: CurrentOrganization | undefined
  readonly isLoading: boolean
} {
  const slug = findSlug(usePathname())
  const trpc = useTRPC()
  const isAsked = enabled && slug === undefined
  const user = useQuery(trpc.session.user.queryOptions(undefined, { enabled: isAsked, retry: false }))
  const isSignedIn = slug !== undefined || Boolean(user.data)
  const list = useQuery(
    trpc.listOrganizations.queryOptions(undefined, { enabled: enabled && isSignedIn, retry: false }),
  )
  const wanted = slug ?? (list.data ? findLastOrganization() : undefined)
  const orgs = list.data?.orgs
  const organization = orgs?.find((each) => each.slug === wanted) ?? (slug ? undefined : orgs?.[0])
  return { organization, isLoading: user.isLoading || list.isLoading }
}

/** Returns the organization's slug in an address. */
export function findSlug(path: string): string | undefined {
  return /^\/orgs\/([^/]+)/.exec(path)?.[1]
}
