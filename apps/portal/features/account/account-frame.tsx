'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { FrontShell } from '../../components/front-shell.tsx'
import { ReaderMark } from '../../components/reader-mark.tsx'
import { findLastOrganization } from '../organizations/last-organization.ts'
import type { CurrentOrganization } from '../organizations/organization-context.tsx'
import { OrganizationFrame } from '../organizations/organization-frame.tsx'

interface AccountFrameProps {
  readonly organizations: readonly CurrentOrganization[]
  /** The organization that the reader came from. */
  readonly organization?: CurrentOrganization | undefined
  readonly email: string
  readonly children: ReactNode
}

/** Frames the account's pages like those of the last visited organization, whose sidebar stays. */
export function AccountFrame({ organizations, organization, email, children }: AccountFrameProps) {
  const [slug, setSlug] = useState(organization?.slug)
  // Only the browser knows which organization was visited last.
  useEffect(() => setSlug((known) => known ?? findLastOrganization()), [])
  const shown = organizations.find((each) => each.slug === slug) ?? organizations[0]
  return (
    <>
      <ReaderMark email={email} />
      {shown === undefined ? (
        <FrontShell>{children}</FrontShell>
      ) : (
        <OrganizationFrame organization={shown} organizations={organizations} email={email}>
          {children}
        </OrganizationFrame>
      )}
    </>
  )
}
