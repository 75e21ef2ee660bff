/** A value's form; see `types.ts`. */
export type ValueType =
  | 'string'
  | 'bool'
  | 'id'
  | 'guid'
  | 'amt'
  | 'price'
  | 'quan'
  | 'percent'
  | 'float'
  | 'int'
  | 'date'
  | 'datetime'
  | 'interval'
  | 'choice'

/** An element in a message's content. */
export interface ElementNode {
  readonly kind: 'element'
  readonly name: string
  /** The element's attribute names; absent on an element without any. */
  readonly attributes?: readonly string[]
  /** Absent on an element with children or attributes. */
  readonly type?: ValueType
  /** In code points. */
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** The enumeration's values. */
  readonly values?: readonly string[]
  /** The ordered children of an element without a value. */
  readonly content: readonly Node[]
  readonly optional: boolean
  readonly repeats: boolean
}

/** A choice between sequences: one, none if it is optional, any number if it repeats. */
export interface ChoiceNode {
  readonly kind: 'choice'
  readonly alternatives: readonly (readonly Node[])[]
  readonly optional: boolean
  readonly repeats: boolean
}

export type Node = ElementNode | ChoiceNode

/** A definition in a table: a message or an element group with its content, or an enumeration's values. */
export type Definition =
  | {
      readonly kind: 'content'
      readonly name: string
      readonly marks: readonly string[]
      readonly content: readonly Node[]
    }
  | { readonly kind: 'words'; readonly name: string; readonly words: readonly string[] }

/**
 * Parses one definition of the tables in this folder.
 *
 * | Written | Means |
 * | --- | --- |
 * | `Name(41)` | text of at most 41 characters; without parentheses, text of any length |
 * | `IsActive:bool` | a value of that type; `DayOfMonthDue:int[1..31]` within a range |
 * | `PaidStatus=All/PaidOnly` | one of these values; `AccountType=accountType` one of a named enumeration's |
 * | `ClassRef<159>` | a reference: `ListID:id? FullName(159)?` |
 * | `BillAddress{address}` | an element with children; a lower-case word without a type names a group |
 * | `TextRow@rowNumber@value{}` | an element with attributes, here without children |
 * | `(A \| B C)` | a choice of sequences |
 * | `?` `*` `+` | optional, any number, at least one; without a mark, exactly one |
 * | `CustomerQueryRq @iterator {…}` | a message and its attributes in addition to `requestID` |
 * | `address {…}`, `accountType = A/B` | a group, an enumeration |
 *
 * Throws on any other text, since the tables are part of the program.
 */
export function parseDefinition(text: string, lookUp: (name: string) => Definition): Definition {
  const source = new Source(text)
  const name = source.take(word)
  if (source.skip('=')) return { kind: 'words', name, words: source.take(words).split(/\/\s*/) }
  const marks: string[] = []
  while (source.skip('@')) marks.push(source.take(word))
  source.expect('{')
  const content = parseSequence(source, lookUp)
  source.expect('}')
  source.end()
  return { kind: 'content', name, marks, content }
}

function parseSequence(source: Source, lookUp: (name: string) => Definition): Node[] {
  const nodes: Node[] = []
  for (let next = source.peek(); next !== '}' && next !== ')' && next !== '|' && next !== ''; next = source.peek()) {
    if (next === '(') nodes.push(parseChoice(source, lookUp))
    else {
      const name = source.take(word)
      const isGroup = next >= 'a' && next <= 'z' && source.peek() !== ':'
      nodes.push(...(isGroup ? getGroup(name, lookUp) : [parseElement(name, source, lookUp)]))
    }
  }
  return nodes
}

function parseChoice(source: Source, lookUp: (name: string) => Definition): ChoiceNode {
  source.expect('(')
  const alternatives: Node[][] = []
  do alternatives.push(parseSequence(source, lookUp))
  while (source.skip('|'))
  source.expect(')')
  return { kind: 'choice', alternatives, ...parseCount(source) }
}

function parseCount(source: Source): { optional: boolean; repeats: boolean } {
  if (source.skip('?', true)) return { optional: true, repeats: false }
  if (source.skip('*', true)) return { optional: true, repeats: true }
  if (source.skip('+', true)) return { optional: false, repeats: true }
  return { optional: false, repeats: false }
}

function getGroup(name: string, lookUp: (name: string) => Definition): readonly Node[] {
  const definition = lookUp(name)
  if (definition.kind !== 'content') throw new Error(`A message table uses the enumeration ${name} as a group`)
  return definition.content
}

function parseElement(name: string, source: Source, lookUp: (name: string) => Definition): ElementNode {
  const attributes = parseAttributes(source)
  const body = parseBody(source, lookUp)
  return { kind: 'element', name, ...attributes, ...body, ...parseCount(source) }
}

function parseAttributes(source: Source): { attributes?: readonly string[] } {
  const attributes: string[] = []
  while (source.skip('@', true)) attributes.push(source.take(word))
  return attributes.length === 0 ? {} : { attributes }
}

type ElementBody = Omit<ElementNode, 'kind' | 'name' | 'optional' | 'repeats'>

function parseBody(source: Source, lookUp: (name: string) => Definition): ElementBody {
  if (source.skip('(', true)) return { type: 'string', ...parseLimit(source, ')'), content: [] }
  if (source.skip(':', true)) return { type: source.take(word) as ValueType, ...parseRange(source), content: [] }
  if (source.skip('=', true)) return { type: 'choice', values: getValues(source.take(words), lookUp), content: [] }
  if (source.skip('<', true)) return { content: toReferenceContent(parseLimit(source, '>')) }
  if (source.skip('{')) {
    const content = parseSequence(source, lookUp)
    source.expect('}')
    return { content }
  }
  return { type: 'string', content: [] }
}

function parseLimit(source: Source, closing: string): { maxLength?: number } {
  if (source.skip(closing)) return {}
  const maxLength = Number(source.take(number))
  source.expect(closing)
  return { maxLength }
}

function parseRange(source: Source): { minimum?: number; maximum?: number } {
  if (!source.skip('[', true)) return {}
  const minimum = Number(source.take(number))
  source.expect('.')
  source.expect('.')
  const maximum = source.peek() === ']' ? {} : { maximum: Number(source.take(number)) }
  source.expect(']')
  return { minimum, ...maximum }
}

function getValues(text: string, lookUp: (name: string) => Definition): readonly string[] {
  if (text.includes('/') || !/^[a-z]/.test(text)) return text.split('/')
  const definition = lookUp(text)
  if (definition.kind !== 'words') throw new Error(`A message table uses the group ${text} as an enumeration`)
  return definition.words
}

function toReferenceContent(limit: { maxLength?: number }): Node[] {
  return [
    { kind: 'element', name: 'ListID', type: 'id', content: [], optional: true, repeats: false },
    { kind: 'element', name: 'FullName', type: 'string', ...limit, content: [], optional: true, repeats: false },
  ]
}

const word = /[A-Za-z]\w*/y
const words = /\w+(?:\/\s*\w+)*/y
const number = /\.?\d+/y
const blank = /\s*/y

class Source {
  private readonly text: string
  private position = 0

  constructor(text: string) {
    this.text = text
  }

  /** Returns the text matching at this position, after blanks. */
  take(pattern: RegExp): string {
    this.skipBlanks()
    pattern.lastIndex = this.position
    const match = pattern.exec(this.text)
    if (match === null) throw this.error(`expected ${pattern.source}`)
    this.position = pattern.lastIndex
    return match[0]
  }

  /** Skips the character if it is next, and returns whether it was. `adjoining` forbids blanks before the character. */
  skip(character: string, adjoining = false): boolean {
    if (!adjoining) this.skipBlanks()
    if (this.text[this.position] !== character) return false
    this.position++
    return true
  }

  peek(): string {
    this.skipBlanks()
    return this.text[this.position] ?? ''
  }

  expect(character: string): void {
    if (!this.skip(character)) throw this.error(`expected ${character}`)
  }

  end(): void {
    if (this.peek() !== '') throw this.error('expected nothing more')
  }

  error(reason: string): Error {
    const before = this.text.slice(Math.max(0, this.position - 40), this.position)
    return new Error(`A message table cannot be parsed, ${reason} after: ${before}`)
  }

  private skipBlanks(): void {
    blank.lastIndex = this.position
    blank.exec(this.text)
    this.position = blank.lastIndex
  }
}
