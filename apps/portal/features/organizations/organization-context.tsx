'use client'

import { type ReactNode, useContext, useEffect } from 'react'
import { type CurrentOrganization, OrganizationContext } from '../../lib/organization.ts'
import { rememberOrganization } from './last-organization.ts'

export type { CurrentOrganization }

interface OrganizationProviderProps {
  readonly organization: CurrentOrganization
  readonly children: ReactNode
}

/** Provides the organization in the address to the pages below it. */
export function OrganizationProvider({ organization, children }: OrganizationProviderProps) {
  useEffect(() => rememberOrganization(organization.slug), [organization.slug])
  return <OrganizationContext value={organization}>{children}</OrganizationContext>
}

/** Returns the organization in the address, and the reader's role in it. */
export function useOrganization(): CurrentOrganization {
  const organization = useContext(OrganizationContext)
  if (!organization) throw new Error('This page is not below /orgs/[slug].')
  return organization
}
