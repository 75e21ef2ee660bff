import {
  IconApps,
  IconBrowserX,
  IconBuildingStore,
  IconKey,
  IconPlugConnectedX,
  IconRefreshDot,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import { mayManage, mayOwn } from '../../lib/permissions.ts'
import type { CurrentOrganization } from '../organizations/organization-context.tsx'
import type { MenuEntry } from './menu-entry.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** What actions apply to. */
export interface ActionTargets {
  readonly apps: readonly Named[]
  readonly companyFiles: readonly Named[]
}

type ActionRow = Pick<MenuEntry, 'id' | 'label' | 'keywords' | 'icon'> & {
  readonly needs: 'admin' | 'owner'
  /** The page of the action, below `/orgs/{slug}`. */
  readonly path: string
}

const actions = [
  {
    id: 'connect',
    label: 'Connect a company file',
    keywords: ['add', 'new', 'create', 'quickbooks', 'pair', 'agent', 'web', 'connector'],
    icon: IconBuildingStore,
    needs: 'admin',
    path: '/company-files?open=connect',
  },
  {
    id: 'invite',
    label: 'Invite members',
    keywords: ['add', 'user', 'people', 'team', 'admin', 'role'],
    icon: IconUserPlus,
    needs: 'admin',
    path: '/members?open=invite',
  },
  {
    id: 'create-api-key',
    label: 'Create API key',
    keywords: ['new', 'an', 'token', 'admin', 'script'],
    icon: IconKey,
    needs: 'admin',
    path: '/api-keys?open=create',
  },
  {
    id: 'register-app',
    label: 'Register an app',
    keywords: ['create', 'new', 'client', 'oauth', 'integration'],
    icon: IconApps,
    needs: 'admin',
    path: '/apps?open=register',
  },
] as const satisfies readonly ActionRow[]

/** Actions on one of several things, which their pages list. */
const generalActions = [
  {
    id: 'rotate-secret',
    label: 'Rotate the secret of an app',
    keywords: ['replace', 'new', 'client', 'leaked'],
    icon: IconRefreshDot,
    needs: 'admin',
    path: '/apps',
  },
  {
    id: 'end-connection',
    label: 'End the connection of an app',
    keywords: ['disconnect', 'revoke', 'company', 'file'],
    icon: IconPlugConnectedX,
    needs: 'admin',
    path: '/apps',
  },
  {
    id: 'delete-company-file',
    label: 'Delete a company file',
    keywords: ['remove', 'realm'],
    icon: IconTrash,
    needs: 'owner',
    path: '/company-files',
  },
] as const satisfies readonly ActionRow[]

/** Returns the actions that the menu offers before anything is typed. */
export function listFirstActions(organization: CurrentOrganization): MenuEntry[] {
  return actions.filter(({ needs }) => mayDo(organization, needs)).map((row) => toEntry(organization, row))
}

/** Returns all actions, those on a certain thing before the general ones. What the reader may not do says who may. */
export function listActions(organization: CurrentOrganization, { apps, companyFiles }: ActionTargets): MenuEntry[] {
  const base = `/orgs/${organization.slug}`
  const onApps = apps.flatMap(({ id, name }): MenuEntry[] => [
    {
      ...toBase(generalActions[0]),
      id: `rotate-secret-${id}`,
      label: `Rotate secret of ${name}`,
      href: `${base}/apps/${id}?open=rotate`,
    },
    {
      ...toBase(generalActions[1]),
      id: `end-connection-${id}`,
      label: `End connections of ${name}`,
      href: `${base}/apps/${id}`,
    },
  ])
  const onCompanyFiles = companyFiles.map(
    ({ id, name }): MenuEntry => ({
      ...toBase(generalActions[2]),
      id: `delete-${id}`,
      label: `Delete company file ${name}`,
      href: `${base}/company-files/${id}/settings`,
    }),
  )
  return [
    ...actions.map((row) => toEntry(organization, row)),
    ...(mayManage(organization.role) ? onApps : []),
    ...(mayOwn(organization.role) ? onCompanyFiles : []),
    ...generalActions.map((row) => toEntry(organization, row)),
  ]
}

/** Actions on the reader's own account, whatever the role. */
export const accountActions: readonly MenuEntry[] = [
  {
    id: 'end-sessions',
    group: 'Actions',
    label: 'End a session in another browser',
    keywords: ['sign', 'out', 'sessions', 'log', 'revoke'],
    icon: IconBrowserX,
    href: '/account',
  },
]

function toEntry(organization: CurrentOrganization, row: ActionRow): MenuEntry {
  const base = `/orgs/${organization.slug}`
  if (mayDo(organization, row.needs)) return { ...toBase(row), href: base + row.path }
  const who = row.needs === 'owner' ? 'An owner' : 'An owner or admin'
  return { ...toBase(row), detail: `${who} can do this. Members lists whom to ask.`, href: `${base}/members` }
}

function toBase({ id, label, keywords = [], icon }: ActionRow): MenuEntry {
  return { id, group: 'Actions', label, keywords, ...(icon && { icon }) }
}

function mayDo({ role }: CurrentOrganization, needs: ActionRow['needs']): boolean {
  return needs === 'owner' ? mayOwn(role) : mayManage(role)
}
