/** A custom field that users of the company file defined. */
export interface CustomFieldDefinition {
  readonly name: string
  /** QuickBooks' names of the objects that have the field: `Invoice`. */
  readonly objects: readonly string[]
}

/** The entries of the lists that reads of several entities need, each by its ID. */
export interface RememberedEntries {
  /** The list of each name that is not a customer: `Vendor`. */
  readonly names: string
  /** Whether each sales-tax code is taxable. */
  readonly taxCodes: boolean
  readonly customFields: CustomFieldDefinition
}

export type RememberedKey = keyof RememberedEntries

/** A list of the company file as calls remember it. Times are in milliseconds since 1970. */
export interface Remembered<Entry> {
  readonly entries: ReadonlyMap<string, Entry>
  /** The time at which all entries were read. */
  readonly readAt: number
  /** The time at which changes were last read. */
  readonly checkedAt: number
}

/** All lists as data. They are never changed, only replaced. */
export type RememberedLists = { readonly [Key in RememberedKey]?: Remembered<RememberedEntries[Key]> }

/** The lists of a call, so that its reads need not repeat what earlier calls read. */
export interface CompanyMemory {
  get<Key extends RememberedKey>(key: Key): Remembered<RememberedEntries[Key]> | undefined
  set<Key extends RememberedKey>(key: Key, list: Remembered<RememberedEntries[Key]>): void
  getLists(): RememberedLists
}

/**
 * Creates the memory of a call.
 *
 * @param initial the lists that earlier calls read
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

/** The memory of an entry with its ID, in bytes, rounded up. */
const entryBytes = 160

/** Returns an estimate of the memory that lists take, in bytes. */
export function estimateListBytes(lists: RememberedLists): number {
  return entryBytes * Object.values(lists).reduce((sum, { entries }) => sum + entries.size, 1)
}
