import { getRefId, getText } from './fields.ts'
import { type ListKind, listKinds } from './list-kinds.ts'
import type { ListRecord } from './record.ts'
import { ReferenceCounts } from './reference-counts.ts'

class Family {
  readonly byId = new Map<string, ListRecord>()
  readonly byFullName = new Map<string, ListRecord>()
  readonly children = new Map<string, Set<string>>()
}

/** The list records, with indexes by ID and full name. */
export class Lists {
  readonly referenceCounts = new ReferenceCounts()
  readonly #families = new Map<string, Family>()

  /** Replaces `before` with `after`; `null` means no record. */
  replace(before: ListRecord | null, after: ListRecord | null): void {
    const record = after ?? before
    if (record === null) return
    const family = this.#family(getListKind(record).family)
    for (const child of this.children(record)) this.#forgetNames(family, child)
    if (before !== null) {
      this.#forgetNames(family, before)
      family.byId.delete(before.id)
      family.children.get(getParentId(before) ?? '')?.delete(before.id)
    }
    if (after !== null) {
      family.byId.set(after.id, after)
      const parent = getParentId(after)
      if (parent !== undefined) {
        const siblings = family.children.get(parent) ?? new Set()
        family.children.set(parent, siblings.add(after.id))
      }
      this.#learnNames(family, after)
    }
    this.referenceCounts.replace(before, after)
  }

  get size(): number {
    let size = 0
    for (const family of this.#families.values()) size += family.byId.size
    return size
  }

  byId(family: string, id: string): ListRecord | undefined {
    return this.#families.get(family)?.byId.get(id)
  }

  /** Returns the record with a full name, ignoring case. */
  byFullName(family: string, fullName: string): ListRecord | undefined {
    return this.#families.get(family)?.byFullName.get(folded(fullName))
  }

  /** Returns a family's ListIDs in no particular order. */
  getIds(family: string): readonly string[] {
    return [...(this.#families.get(family)?.byId.keys() ?? [])]
  }

  /** Returns a kind's records in no particular order. */
  *getRecords(kind: ListKind): Generator<ListRecord> {
    for (const record of this.#families.get(kind.family)?.byId.values() ?? []) {
      if (record.kind === kind.kind) yield record
    }
  }

  parent(record: ListRecord): ListRecord | undefined {
    const id = getParentId(record)
    return id === undefined ? undefined : this.byId(getListKind(record).family, id)
  }

  children(record: ListRecord): ListRecord[] {
    const family = this.#family(getListKind(record).family)
    const ids = family.children.get(record.id) ?? []
    return [...ids].flatMap((id) => family.byId.get(id) ?? [])
  }

  /** Returns the names from the top level down, joined by colons. */
  fullName(record: ListRecord): string {
    const parent = this.parent(record)
    const name = getName(record)
    return parent === undefined ? name : `${this.fullName(parent)}:${name}`
  }

  /** Returns a record's depth, 0 at the top level. */
  sublevel(record: ListRecord): number {
    const parent = this.parent(record)
    return parent === undefined ? 0 : this.sublevel(parent) + 1
  }

  #family(name: string): Family {
    const family = this.#families.get(name) ?? new Family()
    this.#families.set(name, family)
    return family
  }

  // Full names contain the ancestors' names, so the descendants are indexed again.
  #forgetNames(family: Family, record: ListRecord): void {
    for (const child of this.children(record)) this.#forgetNames(family, child)
    const name = folded(this.fullName(record))
    if (family.byFullName.get(name)?.id === record.id) family.byFullName.delete(name)
  }

  #learnNames(family: Family, record: ListRecord): void {
    family.byFullName.set(folded(this.fullName(record)), record)
    for (const child of this.children(record)) this.#learnNames(family, child)
  }
}

function getParentId(record: ListRecord): string | undefined {
  return getRefId(record.fields, 'ParentRef')
}

function folded(name: string): string {
  return name.toLowerCase()
}

/** Returns a record's name without its ancestors. */
function getName(record: ListRecord): string {
  return getText(record.fields, getListKind(record).nameField) ?? ''
}

export function getListKind(record: ListRecord): ListKind {
  const kind = listKinds.get(record.kind)
  if (kind === undefined) throw new Error(`${record.kind} is not a list`)
  return kind
}

/** Whether a record is active; only an explicit `false` makes it inactive. */
export function isActive(record: ListRecord): boolean {
  return record.fields.IsActive !== 'false'
}
