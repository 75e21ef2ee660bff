'use client'

import { Button } from '@mantine/core'
import { Section } from '../../components/section.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Downloads the organization as JSON. */
export function ExportOrganization() {
  const { id } = useOrganization()
  return (
    <Section
      title="Export"
      description="Company files and their settings, members, apps, keys, usage and the audit log as JSON, without secrets. Logged requests have their own list in the API."
      actions={
        <Button component="a" href={`/admin/v1/orgs/${id}/export`} download variant="default">
          Download JSON
        </Button>
      }
    />
  )
}
