import {
  IconActivity,
  IconAlertTriangle,
  IconApps,
  IconBuildingStore,
  IconCreditCard,
  IconHistory,
  IconHome,
  IconKey,
  IconSettings,
  IconTerminal2,
  IconUsers,
} from '@tabler/icons-react'
import type { NavigationItem } from '../../components/navigation-list.tsx'
import type { Role } from '../../lib/permissions.ts'
import { mayOpen } from './may-open.ts'

/** An organization's pages, by their paths below `/orgs/{slug}`. */
const pages = [
  { label: 'Home', path: '', icon: IconHome, isExact: true },
  { label: 'Company files', path: '/company-files', icon: IconBuildingStore },
  { label: 'Requests', path: '/requests', icon: IconActivity },
  { label: 'Failures', path: '/failures', icon: IconAlertTriangle },
  { label: 'Explorer', path: '/explorer', icon: IconTerminal2 },
  { label: 'Apps', path: '/apps', icon: IconApps },
  { label: 'API keys', path: '/api-keys', icon: IconKey },
  { label: 'Members', path: '/members', icon: IconUsers },
  { label: 'Audit log', path: '/audit-log', icon: IconHistory },
  { label: 'Usage and billing', path: '/usage', icon: IconCreditCard },
  { label: 'Settings', path: '/settings', icon: IconSettings },
] as const

/** Returns the organization's pages a role may open, in sidebar order. */
export function organizationPages(slug: string, role: Role): NavigationItem[] {
  return pages
    .filter(({ path }) => mayOpen(role, path))
    .map(({ path, ...page }) => ({ ...page, href: `/orgs/${slug}${path}` }))
}
