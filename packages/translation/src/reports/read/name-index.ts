import { childText, type Element, type QbxmlResponse, type Sliced } from '@bridge/qbxml'
import type { ListName } from '../table/list-name.ts'

/** A company's list records by name. */
export interface NameIndex {
  /** Finds a record by its full name in lists. Returns undefined if none or several have the name. */
  find(lists: readonly ListName[], fullName: string): Element | undefined
  /** Returns whether a list contains an ID; undefined if the list was not read. */
  contains(list: ListName, id: string): boolean | undefined
  /** Returns an ID as the report shows it. */
  formatId(id: string): string
}

/** Indexes the list query responses. A list whose query failed has no names. */
export function* createNameIndex(
  responses: ReadonlyMap<ListName, QbxmlResponse>,
  formatId: NameIndex['formatId'] = (id) => id,
): Sliced<NameIndex> {
  const recordsByName = new Map<ListName, ReadonlyMap<string, Element | null>>()
  for (const [list, { elements }] of responses) recordsByName.set(list, yield* indexByName(elements))
  const ids = new Map<ListName, ReadonlySet<string>>()

  const getIds = (list: ListName, { elements }: QbxmlResponse): ReadonlySet<string> => {
    const known = ids.get(list) ?? new Set(elements.map((element) => childText(element, 'ListID') ?? ''))
    ids.set(list, known)
    return known
  }
  const findExact = (lists: readonly ListName[], name: string): Element | null | undefined => {
    let found: Element | null | undefined
    for (const list of lists) {
      const record = recordsByName.get(list)?.get(name)
      if (record !== undefined) found = found === undefined ? record : null
    }
    return found
  }

  return {
    formatId,
    find(lists, fullName) {
      if (fullName === '') return undefined
      const exact = findExact(lists, fullName)
      return (exact === undefined ? findExact(lists, withoutNumbers(fullName)) : exact) ?? undefined
    },
    contains(list, id) {
      const response = responses.get(list)
      return response === undefined || response.statusSeverity === 'Error' ? undefined : getIds(list, response).has(id)
    },
  }
}

/** Returns a record's ID as the report shows it. */
export function getShownId(names: NameIndex, record: Element | undefined): string | undefined {
  const id = record && childText(record, 'ListID')
  return id === undefined ? undefined : names.formatId(id)
}

/** Names shared by two records are null. */
function* indexByName(records: readonly Element[]): Sliced<ReadonlyMap<string, Element | null>> {
  const index = new Map<string, Element | null>()
  for (const record of records) {
    const name = childText(record, 'FullName') ?? childText(record, 'Name')
    if (name !== undefined) index.set(name, index.has(name) ? null : record)
    yield
  }
  return index
}

/**
 * Returns a record's name as QBO shows it: `1010 · Fuel` becomes `1010 Fuel` if 1010 is the account's number and not
 * part of its name.
 */
export function toShownLabel(text: string, record: Element | undefined): string {
  const fullName = record && (childText(record, 'FullName') ?? childText(record, 'Name'))
  if (fullName === undefined || !text.includes(' · ')) return text
  const names = [fullName, fullName.slice(fullName.lastIndexOf(':') + 1)]
  if (names.includes(text) || !names.includes(withoutNumbers(text))) return text
  return text
    .split(':')
    .map((part) => part.replace(' · ', ' '))
    .join(':')
}

/** Removes account numbers: `1000 · Cars:1010 · Fuel` is the account `Cars:Fuel`. */
export function withoutNumbers(fullName: string): string {
  return fullName
    .split(':')
    .map((part) => part.replace(/^[^·]* · /, ''))
    .join(':')
}
