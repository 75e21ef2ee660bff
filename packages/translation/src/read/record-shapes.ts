import type { JsonObject, JsonValue } from '../table/json.ts'

/** The engine keeps an object with fewer members as a record anyway. */
const namesMin = 15
/** A number has as many bits that count exactly. */
const namesMax = 53
/** Records of other shapes are rare, or a hostile agent's. */
const shapesMax = 256

/**
 * Creates objects that have some of the same members. The engine keeps an object to which many members are added one by
 * one as a hash table, which is slow to build and to print; a copy of another object it keeps as a record.
 */
export class RecordShapes {
  readonly #names: readonly string[]
  readonly #hasTemplates: boolean
  /** An object with the same members for each set of members, a bit each. */
  readonly #templates = new Map<number, JsonObject>()

  constructor(names: readonly string[]) {
    this.#names = names
    this.#hasTemplates = names.length >= namesMin && names.length <= namesMax
  }

  /** Returns an object whose members are in the order of the names. @param values in the same order; undefined for none */
  create(values: readonly (JsonValue | undefined)[]): JsonObject {
    const template = this.#hasTemplates ? this.#findTemplate(values) : undefined
    const out: JsonObject = template === undefined ? {} : { ...template }
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      const name = this.#names[index]
      if (value !== undefined && name !== undefined) out[name] = value
    }
    return out
  }

  #findTemplate(values: readonly (JsonValue | undefined)[]): JsonObject | undefined {
    let key = 0
    for (let index = 0; index < values.length; index += 1) key = key * 2 + (values[index] === undefined ? 0 : 1)
    const known = this.#templates.get(key)
    if (known !== undefined || this.#templates.size >= shapesMax) return known
    const names = this.#names.filter((_, index) => values[index] !== undefined)
    // The parser creates a record, however many members there are.
    const template: JsonObject = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`)
    this.#templates.set(key, template)
    return template
  }
}
