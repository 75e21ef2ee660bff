import { parseAsString, parseAsStringLiteral } from 'nuqs/server'

/** Company files on a page of the list. */
const filesPerPage = 30

/** Company files that Home shows, and those that a choice lists before something is typed. */
const fewFiles = 8
const choicesShown = 50

/** Groups of states, in words, in the order of the list. */
export const stateGroups = {
  offline: 'Cannot be reached',
  waiting: 'Waiting for a person at the PC',
  never_connected: 'Never connected',
  connected: 'Connected',
} as const

export type StateGroup = keyof typeof stateGroups

const groupNames = Object.keys(stateGroups) as [StateGroup, ...StateGroup[]]

/** The list's choices, as in the address. Each other one starts again with the first page. */
export const fileParameters = {
  q: parseAsString.withDefault(''),
  state: parseAsStringLiteral(groupNames),
  sort: parseAsStringLiteral(['name', '-name'] as const),
  after: parseAsString,
}

interface FileChoices {
  readonly q: string
  readonly state: StateGroup | null
  readonly sort: 'name' | '-name' | null
  readonly after: string | null
}

/** Returns a page of the list: those in trouble first, unless it is ordered by name. */
export function toPageInput(orgId: string, { q, state, sort, after }: FileChoices) {
  return {
    orgId,
    limit: filesPerPage,
    sort: sort ?? ('state' as const),
    ...(q.trim() !== '' && { search: q.trim() }),
    ...(state !== null && { group: state }),
    ...(after !== null && { after }),
  }
}

/** Returns the few company files of Home: those in trouble first. */
export function toHomeInput(orgId: string) {
  return { orgId, limit: fewFiles, sort: 'state' as const }
}

/** Returns the company files to choose from, by name, which have the text. */
export function toChoicesInput(orgId: string, text = '') {
  return { orgId, limit: choicesShown, sort: 'name' as const, ...(text.trim() !== '' && { search: text.trim() }) }
}

/** Returns the sandbox, which may be on any page of the list. */
export function toSandboxInput(orgId: string) {
  return { orgId, kind: 'sandbox' as const }
}

/** Returns the requests by day of these company files. */
export function toUsageInput(orgId: string, files: readonly { readonly id: string }[]) {
  return { orgId, realmId: files.map(({ id }) => id).join(',') }
}

/** Returns the list's address with these choices. */
export function companyFilesHref(slug: string, choices: { readonly state?: StateGroup }): string {
  const search = new URLSearchParams(choices)
  return `/orgs/${slug}/company-files${search.size === 0 ? '' : `?${search}`}`
}

/** Counts end at 1,001. */
export function formatFileCount(count: number): string {
  return count > 1_000 ? 'more than 1,000' : count.toLocaleString('en')
}
