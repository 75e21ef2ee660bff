/** A custom field defined by users. */
export interface CustomFieldDefinition {
  readonly name: string
  /** QuickBooks' names for the objects with this field: `Invoice`. */
  readonly objects: readonly string[]
}

/** A currency in the company file's list. */
export interface Currency {
  /** In ISO 4217: `EUR`. */
  readonly code: string
  readonly name: string
  readonly isActive: boolean
  /** The currency of the company's books. */
  readonly isHome: boolean
}

/** The entries of all remembered lists, by ID. */
export interface RememberedEntries {
  /** The list that has each name, customers excepted: `Vendor`. */
  readonly names: string
  /** Whether each sales-tax code is taxable. */
  readonly taxCodes: boolean
  readonly customFields: CustomFieldDefinition
  /** None in a company file with one currency. */
  readonly currencies: Currency
}

export type RememberedKey = keyof RememberedEntries

/** A remembered list. Times are in milliseconds since 1970. */
export interface Remembered<Entry> {
  readonly entries: ReadonlyMap<string, Entry>
  /** When all entries were read. */
  readonly readAt: number
  /** When changes were last read. */
  readonly checkedAt: number
}

/** All lists as immutable data. */
export type RememberedLists = { readonly [Key in RememberedKey]?: Remembered<RememberedEntries[Key]> }

/** The lists available to a call, so its reads need not repeat earlier ones. */
export interface CompanyMemory {
  get<Key extends RememberedKey>(key: Key): Remembered<RememberedEntries[Key]> | undefined
  set<Key extends RememberedKey>(key: Key, list: Remembered<RememberedEntries[Key]>): void
  getLists(): RememberedLists
}

/**
 * Creates a call's memory.
 *
 * @param initial the lists read by earlier calls
 * @param onChange gets the lists after each change
 */
export function createCompanyMemory(
  initial: RememberedLists = {},
  onChange?: (lists: RememberedLists) => void,
): CompanyMemory {
  let lists = initial
  return {
    get: (key) => lists[key],
    set(key, list) {
      lists = { ...lists, [key]: list }
      onChange?.(lists)
    },
    getLists: () => lists,
  }
}

/** The memory taken by an entry and its ID, in bytes, rounded up. */
const entryBytes = 160

/** Estimates the memory taken by lists, in bytes. */
export function estimateListBytes(lists: RememberedLists): number {
  return entryBytes * Object.values(lists).reduce((sum, { entries }) => sum + entries.size, 1)
}
