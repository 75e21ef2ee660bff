'use client'

import { GoneState } from '../../components/gone-state.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Takes the place of an app that does not exist for the reader. */
export function GoneApp() {
  const { slug } = useOrganization()
  return <GoneState what="app" listHref={`/orgs/${slug}/apps`} listLabel="apps" />
}
