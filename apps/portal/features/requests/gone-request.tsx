'use client'

import { GoneState } from '../../components/gone-state.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Replaces a request the reader cannot see, or which is no longer kept. */
export function GoneRequest() {
  const { slug } = useOrganization()
  return <GoneState what="request" listHref={`/orgs/${slug}/requests`} listLabel="requests" />
}
