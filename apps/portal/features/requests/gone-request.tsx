'use client'

import { GoneState } from '../../components/gone-state.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Takes the place of a request that does not exist for the reader, or that is not kept any more. */
export function GoneRequest() {
  const { slug } = useOrganization()
  return <GoneState what="request" listHref={`/orgs/${slug}/requests`} listLabel="requests" />
}
