'use client'

import { Stack } from '@mantine/core'
import { IconAlertTriangle, IconApi, IconBook2, IconBuildingStore, IconRocket, IconTable } from '@tabler/icons-react'
import { type NavigationItem, NavigationSection } from './navigation-section.tsx'

export interface NavigationOrganization {
  readonly name: string
  readonly slug: string
}

const documentation: readonly NavigationItem[] = [
  { label: 'Overview', href: '/docs', icon: IconBook2 },
  { label: 'Entities', href: '/docs/entities', icon: IconTable },
  { label: 'API reference', href: '/docs/api', icon: IconApi },
  { label: 'Errors', href: '/docs/errors', icon: IconAlertTriangle },
]

/** Links to the user's organizations and the documentation. */
export function Navigation({ organizations }: { organizations: readonly NavigationOrganization[] }) {
  return (
    <nav aria-label="Main">
      <Stack gap="lg">
        {organizations.map(({ name, slug }) => (
          <NavigationSection
            key={slug}
            title={name}
            items={[
              { label: 'Realms', href: `/orgs/${slug}`, icon: IconBuildingStore },
              { label: 'Quick start', href: `/orgs/${slug}/quick-start`, icon: IconRocket },
            ]}
          />
        ))}
        <NavigationSection title="Documentation" items={documentation} />
      </Stack>
    </nav>
  )
}
