'use client'

import { GoneState } from '../../components/gone-state.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Replaces an app the reader cannot see. */
export function GoneApp() {
  const { slug } = useOrganization()
  return <GoneState what="app" listHref={`/orgs/${slug}/apps`} listLabel="apps" />
}
