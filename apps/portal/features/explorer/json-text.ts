/** A text range. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** A value in a JSON text, which may be incomplete. */
export interface JsonNode extends TextRange {
  readonly kind: 'object' | 'array' | 'scalar'
  readonly members: readonly JsonMember[]
  readonly items: readonly JsonNode[]
  /** False for an object or array without an end. */
  readonly isClosed: boolean
}

export interface JsonMember {
  readonly name: string
  readonly key: TextRange
  /** Undefined while it is not typed. */
  readonly colon: number | undefined
  readonly value: JsonNode | undefined
}

/** Deeper values are skipped. */
const maxDepth = 200

const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g

interface Token extends TextRange {
  readonly text: string
}

/** Reads a JSON text as far as it goes; undefined for a text without a value. */
export function readJson(text: string): JsonNode | undefined {
  const tokens = Array.from(text.matchAll(token), ({ 0: found, index }): Token => {
    return { text: found, from: index, to: index + found.length }
  })
  return new Reader(tokens, text.length).readValue(0)
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #end: number
  #index = 0

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens
    this.#end = end
  }

  readValue(depth: number): JsonNode | undefined {
    const first = this.#tokens[this.#index]
    if (first === undefined || depth > maxDepth) return undefined
    if (first.text === '{') return this.#readObject(first, depth)
    if (first.text === '[') return this.#readArray(first, depth)
    if (/^[}\],:]$/.test(first.text)) return undefined
    this.#index += 1
    return { kind: 'scalar', from: first.from, to: first.to, members: [], items: [], isClosed: true }
  }

  #readObject({ from }: Token, depth: number): JsonNode {
    const members: JsonMember[] = []
    for (this.#index += 1; ; ) {
      const next = this.#tokens[this.#index]
      if (next === undefined || next.text === ']') return this.#close('object', from, next, { members })
      if (next.text === '}') return this.#close('object', from, next, { members })
      this.#index += 1
      if (next.text.startsWith('"')) members.push(this.#readMember(next, depth))
    }
  }

  #readMember(key: Token, depth: number): JsonMember {
    const name = key.text.slice(1, key.text.endsWith('"') ? -1 : undefined)
    const colon = this.#tokens[this.#index]
    if (colon?.text !== ':') return { name, key, colon: undefined, value: undefined }
    this.#index += 1
    return { name, key, colon: colon.from, value: this.readValue(depth + 1) }
  }

  #readArray({ from }: Token, depth: number): JsonNode {
    const items: JsonNode[] = []
    for (this.#index += 1; ; ) {
      const next = this.#tokens[this.#index]
      if (next === undefined || next.text === '}') return this.#close('array', from, next, { items })
      if (next.text === ']') return this.#close('array', from, next, { items })
      const item = this.readValue(depth + 1)
      if (item === undefined) this.#index += 1
      else items.push(item)
    }
  }

  /** Ends a value at its bracket. At another one, or at the end, it stays open. */
  #close(
    kind: 'object' | 'array',
    from: number,
    end: Token | undefined,
    { members = [], items = [] }: Partial<Pick<JsonNode, 'members' | 'items'>>,
  ): JsonNode {
    const isClosed = end?.text === (kind === 'object' ? '}' : ']')
    if (isClosed) this.#index += 1
    return { kind, from, to: isClosed ? end.to : (end?.from ?? this.#end), members, items, isClosed }
  }
}

/** A field's name or value at a position. */
export interface JsonPlace extends TextRange {
  readonly kind: 'name' | 'value'
  /** Without array positions: `Line.SalesItemLineDetail`. For a name, the path of its object. */
  readonly path: string
  /** Whether the name has no value yet. */
  readonly isNew: boolean
  /** Whether something is typed there. */
  readonly isTyped: boolean
}

/** Finds the field at a position; undefined outside all objects. */
export function findJsonPlace(node: JsonNode | undefined, at: number, path = ''): JsonPlace | undefined {
  if (node?.kind === 'array') {
    const item = node.items.find((each) => isWithin(each, at))
    return item && findJsonPlace(item, at, path)
  }
  if (node?.kind !== 'object' || !isWithin(node, at)) return undefined
  for (const { name, key, colon, value } of node.members) {
    if (key.from < at && at <= key.to) {
      return { kind: 'name', path, from: key.from, to: key.to, isNew: value === undefined, isTyped: true }
    }
    const inner = path === '' ? name : `${path}.${name}`
    if (value && value.kind !== 'scalar' && isWithin(value, at)) return findJsonPlace(value, at, inner)
    if (value?.kind === 'scalar' && value.from < at && at <= value.to) {
      return { kind: 'value', path: inner, from: value.from, to: value.to, isNew: false, isTyped: true }
    }
    const end = value?.from ?? node.members.find((other) => other.key.from > key.to)?.key.from ?? node.to
    if (colon !== undefined && colon < at && at <= end) {
      return { kind: 'value', path: inner, from: at, to: at, isNew: false, isTyped: false }
    }
  }
  return { kind: 'name', path, from: at, to: at, isNew: true, isTyped: false }
}

/** Returns whether a position is between a value's brackets. */
function isWithin({ from, to, isClosed }: JsonNode, at: number): boolean {
  return from < at && (isClosed ? at < to : at <= to)
}
