'use client'

import { NavLink, Text } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ComponentType } from 'react'

export interface NavigationItem {
  readonly label: string
  readonly href: string
  readonly icon: ComponentType<IconProps>
}

/** Items that are active on the pages below them, too. */
const parentPages = new Set(['/docs/entities', '/docs/api'])

/** A titled group of links. */
export function NavigationSection({ title, items }: { title: string; items: readonly NavigationItem[] }) {
  const pathname = usePathname()
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" px="sm" mb={6} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      {items.map(({ label, href, icon: Icon }) => {
        const active = pathname === href || (parentPages.has(href) && pathname.startsWith(`${href}/`))
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
