'use client'

import '@mantine/spotlight/styles.css'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  SpotlightAction,
  SpotlightActionsGroup,
  SpotlightActionsList,
  SpotlightEmpty,
  SpotlightRoot,
  SpotlightSearch,
  spotlight,
} from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { mayRead, type Role } from '../../lib/permissions.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { organizationPages } from '../organizations/organization-pages.ts'
import classes from './command-menu.module.css'
import { findPlaces, type Place } from './find-place.ts'
import { type MenuEntry, type MenuGroup, matchEntries } from './match-entries.ts'
import { useCurrentOrganization } from './use-current-organization.ts'

interface CommandMenuProps {
  /** Opens the menu each time the number grows. */
  readonly openings: number
  readonly onShowRequests: () => void
  readonly onShowShortcuts: () => void
}

/** Makes the list scroll with the keyboard. */
const listProps = { viewportProps: { tabIndex: 0 } }
const maxPerGroup = 8

/** Searches pages, company files, apps, actions and the documentation. A pasted ID leads to its place. */
export default function CommandMenu({ openings, onShowRequests, onShowShortcuts }: CommandMenuProps) {
  const [query, setQuery] = useState('')
  const router = useRouter()
  const groups = useMenuGroups(query, { onShowRequests, onShowShortcuts })
  useEffect(() => {
    if (openings > 0) spotlight.open()
  }, [openings])
  return (
    <SpotlightRoot
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      centered={false}
      classNames={{ actionsGroup: classes.group ?? '', action: classes.action ?? '' }}
      scrollable
      maxHeight={420}
      transitionProps={{ duration: 120, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <SpotlightSearch
        placeholder="Search, or paste an ID, error code or address"
        aria-label="Search, or paste an ID, error code or address"
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={openFirst}
      />
      <SpotlightActionsList {...listProps}>
        {groups.map(({ label, entries }) => (
          <SpotlightActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <SpotlightAction
                key={entry.id}
                label={entry.label}
                {...(entry.description === undefined ? {} : { description: entry.description })}
                onClick={() => (entry.href === undefined ? entry.run?.() : router.push(entry.href))}
              />
            ))}
          </SpotlightActionsGroup>
        ))}
        {groups.length === 0 && <SpotlightEmpty>Nothing found. You can paste any ID here.</SpotlightEmpty>}
      </SpotlightActionsList>
    </SpotlightRoot>
  )
}

/** Opens the first entry on Enter when none is selected, because it arrived after the query was typed. */
function openFirst({ key }: KeyboardEvent): void {
  if (key !== 'Enter' || document.querySelector('[data-action][data-selected]')) return
  document.querySelector<HTMLElement>('[data-action]')?.click()
}

function useMenuGroups(
  query: string,
  actions: Pick<CommandMenuProps, 'onShowRequests' | 'onShowShortcuts'>,
): MenuGroup[] {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const router = useRouter()
  const organization = useCurrentOrganization({ enabled: true })
  const orgId = organization?.id ?? ''
  const options = { enabled: organization !== undefined, retry: false }
  const { data: files } = useQuery(trpc.listRealms.queryOptions({ orgId }, options))
  const { data: apps } = useQuery(trpc.listClients.queryOptions({ orgId }, options))
  const documentation = useDocumentation(query)
  const ownActions = useActions(actions, organization)
  const organizationPath = organization && `/orgs/${organization.slug}`
  const companyFiles = files?.realms ?? []
  const places = findPlaces(
    query,
    {
      organizationPath,
      companyFiles,
      apps: (apps?.clients ?? []).map(({ id, name }) => ({ id, name })),
    },
    window.location.origin,
  )
  const toEntry = ({ request, href, ...place }: Place): MenuEntry =>
    request ? { id: href, ...place, run: () => void openRequest(request, href) } : { id: href, href, ...place }
  const openRequest = async (request: NonNullable<Place['request']>, list: string) => {
    const found = await client.searchRequests.query({ orgId, limit: 2, ...request }).catch(() => undefined)
    const [only, another] = found?.requests ?? []
    router.push(only && !another ? `${organizationPath}/requests/${only.id}` : list)
  }
  const isExact = ({ label }: MenuEntry) => label.toLowerCase() === query.trim().toLowerCase()
  const groups: MenuGroup[] = [
    {
      label: 'Go to',
      entries: [...documentation.filter(isExact), ...places.map(toEntry)],
    },
    {
      label: 'Pages',
      entries: matchEntries(query, [
        ...(organization ? organizationPages(organization.slug, organization.role) : []).map(({ label, href }) => ({
          id: href,
          label,
          href,
        })),
        { id: '/docs', label: 'Documentation', href: '/docs' },
      ]),
    },
    { label: 'Actions', entries: matchEntries(query, ownActions) },
    // Loaded when the menu opens, so they come last: what is shown already stays in its place.
    {
      label: 'Company files',
      entries: matchEntries(
        query,
        companyFiles.map(({ id, name }) => ({
          id,
          label: name,
          description: `Realm ID ${id}`,
          href: `${organizationPath}/company-files/${id}`,
        })),
      ).slice(0, maxPerGroup),
    },
    {
      label: 'Apps',
      entries: matchEntries(
        query,
        (apps?.clients ?? []).map(({ id, name }) => ({
          id,
          label: name,
          description: `Client ID ${id}`,
          href: `${organizationPath}/apps/${id}`,
        })),
      ).slice(0, maxPerGroup),
    },
    { label: 'Documentation', entries: documentation.filter((entry) => !isExact(entry)) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

function useActions(
  { onShowRequests, onShowShortcuts }: Pick<CommandMenuProps, 'onShowRequests' | 'onShowShortcuts'>,
  organization: { readonly role: Role } | undefined,
): MenuEntry[] {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  return [
    ...(organization
      ? [
          ...(mayRead(organization.role)
            ? [{ id: 'requests', label: 'Show the latest requests', description: '~', run: onShowRequests }]
            : []),
          { id: 'new', label: 'New organization', href: '/new-organization' },
        ]
      : [{ id: 'sign-in', label: 'Sign in', href: '/sign-in' }]),
    { id: 'shortcuts', label: 'Show keyboard shortcuts', description: '?', run: onShowShortcuts },
    { id: 'scheme', label: `Use ${other} colors`, run: () => setColorScheme(other) },
  ]
}

/** Searches the documentation, whose index is loaded by the first search. */
function useDocumentation(query: string): MenuEntry[] {
  const text = query.trim()
  const { data: search } = useQuery({
    queryKey: ['documentation'],
    queryFn: async () => (await import('../../lib/search-docs.ts')).loadDocsSearch(),
    enabled: text.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (search?.(text) ?? []).map(({ href, page, heading }) => ({
    id: href,
    label: heading === '' ? page : heading,
    ...(heading === '' ? {} : { description: page }),
    href,
  }))
}
