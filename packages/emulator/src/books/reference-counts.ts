import type { JsonValue } from '../storage/company-storage.ts'
import { listKinds } from './list-kinds.ts'
import { findReference } from './references.ts'

/** Counts references to each list record. A referenced record cannot be deleted. */
export class ReferenceCounts {
  readonly #counts = new Map<string, number>()

  replace(before: JsonValue, after: JsonValue): void {
    this.#count(before, after, -1)
    this.#count(after, before, 1)
  }

  isReferenced(family: string, id: string): boolean {
    return (this.#counts.get(`${family}/${id}`) ?? 0) > 0
  }

  // Parts that did not change cancel out, so they are skipped.
  #count(document: JsonValue, other: JsonValue, step: 1 | -1): void {
    if (!isObject(document)) return
    const family = typeof document.kind === 'string' ? (listKinds.get(document.kind)?.family ?? '') : ''
    const count = (use: string): void => {
      this.#counts.set(use, (this.#counts.get(use) ?? 0) + step)
    }
    for (const [name, part] of Object.entries(document)) {
      if (!isObject(other) || other[name] !== part) findReferences(part, family, count)
    }
  }
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function findReferences(value: JsonValue, ownFamily: string, found: (use: string) => void): void {
  if (Array.isArray(value)) for (const each of value) findReferences(each, ownFamily, found)
  else if (isObject(value)) {
    if (typeof value.account === 'string') found(`Account/${value.account}`)
    if (typeof value.entity === 'string') found(`Name/${value.entity}`)
    for (const name in value) {
      const each = value[name]
      if (typeof each !== 'object' || each === null) continue
      const family = name === 'ParentRef' ? ownFamily : findReference(name)?.family
      for (const one of Array.isArray(each) ? each : [each]) {
        if (family !== undefined && isObject(one) && typeof one.ListID === 'string') found(`${family}/${one.ListID}`)
        else findReferences(one, ownFamily, found)
      }
    }
  }
}
