import type { JsonObject, JsonValue } from '../table/json.ts'

/** With fewer members, a template saves no time. */
const minNames = 15
/** A member set is a number, which is exact up to this many bits. */
const maxNames = 53
/** Bounds the memory: further shapes are rare, or sent by a hostile agent. */
const maxShapes = 256

/**
 * Creates objects whose members are subsets of the same names, as copies of templates. Adding many members one by one
 * makes an object slow to build and to serialize: from qbXML to JSON text, a record takes about a tenth less time.
 */
export class RecordShapes {
  readonly #names: readonly string[]
  readonly #hasTemplates: boolean
  /** A template per member set, with one bit for each name. */
  readonly #templates = new Map<number, JsonObject>()

  constructor(names: readonly string[]) {
    this.#names = names
    this.#hasTemplates = names.length >= minNames && names.length <= maxNames
  }

  /** Returns an object whose members are in name order. @param values in the same order; undefined for none */
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
    if (known !== undefined || this.#templates.size >= maxShapes) return known
    const names = this.#names.filter((_, index) => values[index] !== undefined)
    // Parsed objects are fast with any number of members.
    const template: JsonObject = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`)
    this.#templates.set(key, template)
    return template
  }
}
