'use client'

import { Stack, Text, Title } from '@mantine/core'
import { useParams } from 'next/navigation'
import { LinkButton } from '../../components/link-button.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilesPath } from './company-file-paths.ts'

/** Replaces a page missing for this kind of company file, such as a sandbox's agent. */
export function NoSuchPage() {
  const { slug } = useOrganization()
  const { realmId } = useParams<{ realmId: string }>()
  return (
    <Stack align="flex-start" gap="sm" py="lg">
      <Title order={2} size="h3">
        This company file has no such page
      </Title>
      <Text c="dimmed" maw="60ch">
        Sandboxes have no agent and no set-up, because they run in the service. Company files of QuickBooks Desktop have
        no failure switches.
      </Text>
      <LinkButton href={`${companyFilesPath(slug)}/${realmId}`} variant="default">
        Go to the overview
      </LinkButton>
    </Stack>
  )
}
