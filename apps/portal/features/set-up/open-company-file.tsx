'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Group } from '@mantine/core'
import { LinkButton } from '../../components/link-button.tsx'
import { companyFilePath } from '../company-files/company-file-paths.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

/** Leads on from a complete set-up. */
export function OpenCompanyFile({ realmId }: { realmId: RealmId }) {
  const { slug } = useOrganization()
  return (
    <Group>
      <LinkButton href={companyFilePath(slug, realmId)}>Open the company file</LinkButton>
    </Group>
  )
}
