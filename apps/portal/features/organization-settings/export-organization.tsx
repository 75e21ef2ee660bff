'use client'

import { DownloadButton } from '../../components/download-button.tsx'
import { Section } from '../../components/section.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Downloads the organization as JSON. */
export function ExportOrganization() {
  const { id } = useOrganization()
  return (
    <Section
      title="Export"
      description="Company files and their settings, members, apps, keys, usage and the audit log as JSON, without secrets. Logged requests have their own list in the API."
      actions={<DownloadButton href={`/admin/v1/orgs/${id}/export`}>Download JSON</DownloadButton>}
    />
  )
}
