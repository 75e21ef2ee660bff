import { type RealmState, realmStateNames } from '@bridge/data-plane/realms/realm-states'

interface ListedFile {
  readonly id: string
  readonly name: string
  readonly connection: { readonly state: RealmState; readonly companyFile: string | null }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Returns the company files in trouble first, then by name. */
export function orderCompanyFiles<File extends ListedFile>(files: readonly File[]): File[] {
  return files.toSorted(
    (left, right) =>
      realmStateNames.indexOf(left.connection.state) - realmStateNames.indexOf(right.connection.state) ||
      collator.compare(left.name, right.name) ||
      left.id.localeCompare(right.id),
  )
}

/** Returns the company files with the text in their name, file or realm ID. */
export function searchCompanyFiles<File extends ListedFile>(files: readonly File[], text: string): File[] {
  const sought = text.trim().toLowerCase()
  return files.filter(({ id, name, connection }) =>
    [id, name, connection.companyFile ?? ''].some((each) => each.toLowerCase().includes(sought)),
  )
}

/** Returns the IDs of company files sharing a name. */
export function findNamesakes(files: readonly ListedFile[]): ReadonlySet<string> {
  const idsByName = new Map<string, string[]>()
  for (const { id, name } of files) idsByName.set(name, [...(idsByName.get(name) ?? []), id])
  return new Set([...idsByName.values()].filter((ids) => ids.length > 1).flat())
}
