import { listKinds } from '../lists/kinds.ts'
import { references } from '../lists/references.ts'
import type { JsonValue } from '../storage.ts'

/** How often each list record is referred to: a record in use cannot be deleted. */
export class Uses {
  readonly #counts = new Map<string, number>()

  replace(before: JsonValue, after: JsonValue): void {
    this.#count(before, -1)
    this.#count(after, 1)
  }

  isUsed(family: string, id: string): boolean {
    return (this.#counts.get(`${family}/${id}`) ?? 0) > 0
  }

  #count(document: JsonValue, step: 1 | -1): void {
    if (document === null) return
    const kind = isObject(document) && typeof document.kind === 'string' ? listKinds.get(document.kind) : undefined
    for (const use of usesIn(document, kind?.family ?? '')) this.#counts.set(use, (this.#counts.get(use) ?? 0) + step)
  }
}

const isObject = (value: JsonValue): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function* usesIn(value: JsonValue, ownFamily: string): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* usesIn(each, ownFamily)
  else if (isObject(value)) {
    if (typeof value.account === 'string') yield `Account/${value.account}`
    if (typeof value.entity === 'string') yield `Name/${value.entity}`
    for (const [name, each] of Object.entries(value)) {
      const family = name === 'ParentRef' ? ownFamily : references.get(name)?.family
      for (const one of Array.isArray(each) ? each : [each]) {
        if (family !== undefined && isObject(one) && typeof one.ListID === 'string') yield `${family}/${one.ListID}`
        else yield* usesIn(one, ownFamily)
      }
    }
  }
}
