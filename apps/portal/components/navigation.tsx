'use client'

import { NavLink, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconApi,
  IconBook2,
  IconBuildingStore,
  type IconProps,
  IconRocket,
  IconTable,
} from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ComponentType } from 'react'

export interface NavigationOrganization {
  readonly name: string
  readonly slug: string
}

interface NavigationItem {
  readonly label: string
  readonly href: string
  readonly icon: ComponentType<IconProps>
}

const documentation: readonly NavigationItem[] = [
  { label: 'Overview', href: '/docs', icon: IconBook2 },
  { label: 'Entities', href: '/docs/entities', icon: IconTable },
  { label: 'API reference', href: '/docs/api', icon: IconApi },
  { label: 'Errors', href: '/docs/errors', icon: IconAlertTriangle },
]

/** What the pages below belong to. */
const pagesBelow = new Set(['/docs/entities', '/docs/api'])

/** Where one can go: each organization of the user, and the documentation. */
export function Navigation({ organizations }: { organizations: readonly NavigationOrganization[] }) {
  return (
    <nav aria-label="Main">
      <Stack gap="lg">
        {organizations.map(({ name, slug }) => (
          <Section
            key={slug}
            title={name}
            items={[
              { label: 'Realms', href: `/orgs/${slug}`, icon: IconBuildingStore },
              { label: 'Quick start', href: `/orgs/${slug}/quick-start`, icon: IconRocket },
            ]}
          />
        ))}
        <Section title="Documentation" items={documentation} />
      </Stack>
    </nav>
  )
}

function Section({ title, items }: { title: string; items: readonly NavigationItem[] }) {
  const pathname = usePathname()
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" px="sm" mb={6} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      {items.map(({ label, href, icon: Icon }) => {
        const active = pathname === href || (pagesBelow.has(href) && pathname.startsWith(`${href}/`))
        return (
          <NavLink
            key={href}
            component={Link}
            href={href}
            label={label}
            active={active}
            aria-current={active ? 'page' : undefined}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        )
      })}
    </div>
  )
}
