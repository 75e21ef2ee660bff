'use client'

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconActivity,
  IconBook2,
  IconContrast,
  IconFileSearch,
  IconFileText,
  IconKeyboard,
  IconLogin,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { mayRead } from '../../lib/permissions.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { toChoicesInput } from '../company-files/list-inputs.ts'
import type { CurrentOrganization } from '../organizations/organization-context.tsx'
import { organizationPages } from '../organizations/organization-pages.ts'
import { findPlaces, type Place } from './find-place.ts'
import { findGoKeys } from './go-keys.ts'
import { accountActions, listActions, listFirstActions } from './menu-actions.ts'
import type { MenuEntry } from './menu-entry.ts'
import { type MenuGroup, rankEntries } from './rank-entries.ts'
import { useCurrentOrganizationState } from './use-current-organization.ts'

/** What the frame can show. */
export interface MenuTools {
  readonly onShowRequests: () => void
  readonly onShowShortcuts: () => void
}

interface MenuSearch {
  /** The text's list; undefined while a source is still searched. */
  readonly groups: readonly MenuGroup[] | undefined
  /** Says which source could not be searched. */
  readonly failure: string | undefined
}

const typingMs = 150
const maxSearch = 80
const minDocumentationText = 2
const maxApps = 50

/** Searches pages, actions, company files, apps and the documentation. A pasted ID leads to its place. */
export function useMenuSearch(text: string, tools: MenuTools): MenuSearch {
  const { organization, isLoading } = useCurrentOrganizationState({ enabled: true })
  const companyFiles = useFoundCompanyFiles(text, organization)
  const apps = useFoundApps(text, organization)
  const documentation = useDocumentation(text)
  const ownActions = useOwnActions(tools, organization)
  const toPlace = usePlaceEntry(organization)
  const first = [...listPages(organization), ...(organization ? listFirstActions(organization) : []), ...ownActions]
  if (text === '') return { groups: isLoading ? undefined : rankEntries('', first), failure: undefined }
  const sources = [companyFiles, apps, documentation]
  if (isLoading || sources.some((source) => source.isLoading)) return { groups: undefined, failure: undefined }
  const targets = { apps: apps.found, companyFiles: companyFiles.found }
  const organizationPath = organization && `/orgs/${organization.slug}`
  const known = [
    ...listPages(organization),
    ...(organization ? listActions(organization, targets) : []),
    ...(organization ? accountActions : []),
    ...ownActions,
    ...toNamed(organization, targets),
    ...documentation.found,
  ]
  const places = findPlaces(text, { organizationPath, ...targets }, window.location.origin)
  const isKnown = ({ href }: Place) => known.some((entry) => entry.href === href)
  const meant = new Set(places.filter(({ isGuess }) => !isGuess).map(({ href }) => href))
  // A pasted address is as good as the name of its page.
  const withAddress = (entry: MenuEntry) =>
    entry.href !== undefined && meant.has(entry.href) ? { ...entry, ids: [...(entry.ids ?? []), text] } : entry
  const failed = sources.find((source) => source.hasFailed)
  return {
    groups: rankEntries(text, [
      ...known.map(withAddress),
      ...places.filter((place) => !isKnown(place)).map((place) => toPlace(place, text)),
    ]),
    failure: failed && `${failed.name} could not be searched. Check your connection, then type again.`,
  }
}

function listPages(organization: CurrentOrganization | undefined): MenuEntry[] {
  const base = organization ? `/orgs/${organization.slug}` : ''
  const pages = organization ? organizationPages(organization.slug, organization.role) : []
  return [...pages, { label: 'Documentation', href: '/docs', icon: IconBook2 }].map(({ label, href, icon }) => {
    const keys = findGoKeys(href.startsWith('/docs') ? href : href.slice(base.length))
    return { id: href, group: 'Pages', label, href, icon, ...(keys && { keys }) }
  })
}

function toNamed(
  organization: CurrentOrganization | undefined,
  { apps, companyFiles }: Parameters<typeof listActions>[1],
): MenuEntry[] {
  if (organization === undefined) return []
  const icons = new Map(organizationPages(organization.slug, organization.role).map(({ href, icon }) => [href, icon]))
  const toEntries = (
    group: 'Apps' | 'Company files',
    path: string,
    idLabel: string,
    named: typeof apps,
  ): MenuEntry[] => {
    const list = `/orgs/${organization.slug}/${path}`
    const icon = icons.get(list) ?? IconFileSearch
    return named.map(({ id, name }) => ({
      id: `${list}/${id}`,
      group,
      label: name,
      detail: `${idLabel} ${id}`,
      ids: [id],
      icon,
      href: `${list}/${id}`,
    }))
  }
  return [
    ...toEntries('Company files', 'company-files', 'Realm ID', companyFiles),
    ...toEntries('Apps', 'apps', 'Client ID', apps),
  ]
}

/** Something with a name and an ID. */
interface Named {
  readonly id: string
  readonly name: string
}

/** Returns company files: all of a few; otherwise those that the service finds, once the reader stops typing. */
function useFoundCompanyFiles(text: string, organization: CurrentOrganization | undefined) {
  const trpc = useTRPC()
  const orgId = organization?.id ?? ''
  const typing = useTyping(text)
  const all = useQuery(
    trpc.listRealms.queryOptions(toChoicesInput(orgId), { enabled: organization !== undefined, retry: false }),
  )
  const isPartial = typing.isSearch && hasMore(all.data)
  const some = useQuery(
    trpc.listRealms.queryOptions(toChoicesInput(orgId, typing.typed), {
      enabled: isPartial && typing.isOver,
      retry: false,
    }),
  )
  return {
    name: 'Company files',
    found: uniteNamed(some.data?.realms, all.data?.realms),
    isLoading: all.isLoading || (isPartial && (!typing.isOver || some.isLoading)),
    hasFailed: all.isError || some.isError,
  }
}

/** Returns apps, which viewers may not list, in the same way. */
function useFoundApps(text: string, organization: CurrentOrganization | undefined) {
  const trpc = useTRPC()
  const orgId = organization?.id ?? ''
  const typing = useTyping(text)
  const enabled = organization !== undefined && mayRead(organization.role)
  const all = useQuery(trpc.listClients.queryOptions({ orgId, limit: maxApps }, { enabled, retry: false }))
  const isPartial = typing.isSearch && hasMore(all.data)
  const some = useQuery(
    trpc.listClients.queryOptions(
      { orgId, limit: maxApps, search: typing.typed.trim() },
      { enabled: isPartial && typing.isOver, retry: false },
    ),
  )
  return {
    name: 'Apps',
    found: uniteNamed(some.data?.clients, all.data?.clients),
    isLoading: all.isLoading || (isPartial && (!typing.isOver || some.isLoading)),
    hasFailed: all.isError || some.isError,
  }
}

/** Returns the text to send to the service, and whether the reader has stopped typing. */
function useTyping(text: string) {
  const search = text.slice(0, maxSearch)
  const [typed] = useDebouncedValue(search, typingMs)
  return { typed, isOver: typed === search, isSearch: search.trim() !== '' }
}

function hasMore(page: { readonly after: string | null } | undefined): boolean {
  return page !== undefined && page.after !== null
}

/** Returns what two lists have, once each. */
function uniteNamed(found: readonly Named[] = [], first: readonly Named[] = []): readonly Named[] {
  return [...new Map([...found, ...first].map(({ id, name }) => [id, { id, name }])).values()]
}

/** Searches the documentation, whose index is loaded by the first search. */
function useDocumentation(text: string) {
  const {
    data: search,
    isLoading,
    isError,
  } = useQuery({
    queryKey: ['documentation'],
    queryFn: async () => (await import('../../lib/search-docs.ts')).loadDocsSearch(),
    enabled: text.length >= minDocumentationText,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const found = (search?.(text) ?? []).map(
    ({ href, page, heading, snippet, words, isNamed, isPartial }): MenuEntry => ({
      id: href,
      group: 'Documentation',
      label: heading === '' ? page : `${page}: ${heading}`,
      detail: snippet,
      found: isNamed ? 'by name' : isPartial ? 'by some words' : 'by text',
      words,
      icon: IconFileText,
      href,
    }),
  )
  return { name: 'The documentation', found, isLoading, hasFailed: isError }
}

function useOwnActions(tools: MenuTools, organization: CurrentOrganization | undefined): MenuEntry[] {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const showRequests: Omit<MenuEntry, 'group'> = {
    id: 'requests',
    label: 'Show the latest requests',
    icon: IconActivity,
    keys: ['~'],
    run: tools.onShowRequests,
  }
  const entries: Omit<MenuEntry, 'group'>[] = [
    ...(organization && mayRead(organization.role) ? [showRequests] : []),
    organization
      ? { id: 'new', label: 'New organization', keywords: ['create'], icon: IconPlus, href: '/new-organization' }
      : { id: 'sign-in', label: 'Sign in', keywords: ['log', 'login'], icon: IconLogin, href: '/sign-in' },
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      keywords: ['help', 'keys', 'turn', 'off'],
      icon: IconKeyboard,
      keys: ['?'],
      run: tools.onShowShortcuts,
    },
    {
      id: 'scheme',
      label: `Use ${other} colors`,
      keywords: ['theme', 'mode'],
      icon: IconContrast,
      run: () => setColorScheme(other),
    },
  ]
  return entries.map((entry) => ({ ...entry, group: 'Actions' }))
}

/** Returns a function that turns a text's place into an entry. A place that names one request opens its page. */
function usePlaceEntry(organization: CurrentOrganization | undefined): (place: Place, text: string) => MenuEntry {
  const client = useTRPCClient()
  const router = useRouter()
  const openRequest = async (request: NonNullable<Place['request']>, list: string) => {
    const orgId = organization?.id ?? ''
    const found = await client.searchRequests.query({ orgId, limit: 2, ...request }).catch(() => undefined)
    const [only, another] = found?.requests ?? []
    router.push(only && !another ? `/orgs/${organization?.slug}/requests/${only.id}` : list)
  }
  return ({ label, description, href, isGuess, request }, text) => ({
    id: href,
    group: request ? 'Requests' : 'Pages',
    label,
    detail: description,
    icon: request ? IconActivity : IconFileSearch,
    ...(isGuess ? { isGuess } : { ids: [text] }),
    ...(request ? { run: () => void openRequest(request, href) } : { href }),
  })
}
