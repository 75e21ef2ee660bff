import { Fault } from '@bridge/faults'
import { deepFreeze } from '../table/deep-freeze.ts'
import type { Condition, Literal, Operator, Query, Selection, Sorting } from './query.ts'
import { syntaxError, validationError } from './query-errors.ts'
import { readToken, type Token } from './tokens.ts'

/** The default and the largest `MAXRESULTS`. */
const defaultMaxResults = 100
const largestMaxResults = 1_000

/** The most distinct values in an `IN` list [dp-4.3.9]. */
const maxInValues = 1_000

// No real query reaches these limits. They keep malicious queries cheap.
const maxCharacters = 250_000
const maxConditions = 100
const maxColumns = 1_000
const maxSortings = 20

/**
 * Parses a query in one pass. Throws fault 4000 showing the mistake's position, `QUERY_PARSER_ERROR` for an empty text.
 */
export function parseQuery(text: string): Query {
  if (text.trim() === '') throw new Fault('QUERY_PARSER_ERROR', 'The query is empty. Send SELECT * FROM <Entity> ….')
  if (text.length > maxCharacters) {
    throw validationError(`The query has ${text.length} characters, but the limit is ${maxCharacters}.`)
  }
  const reader = createReader(text.normalize('NFC'))
  reader.expect('SELECT')
  const selection = parseSelection(reader)
  reader.expect('FROM')
  const entity = reader.readName('an entity name')
  const conditions = reader.accept('WHERE') ? parseConditions(reader) : []
  const sortings = parseSortings(reader)
  const paging = parsePaging(reader, selection)
  if (reader.token.kind !== 'end') throw reader.unexpected('the end of the query')
  return deepFreeze({ entity, selection, conditions, sortings, ...paging })
}

/** Reads a query token by token, with one token of lookahead. */
interface Reader {
  readonly token: Token
  /** Returns the current token and advances. */
  read(): Token
  isWord(word: string): boolean
  /** Skips the word if it is next, and returns whether it was. */
  accept(word: string): boolean
  expect(word: string): void
  acceptMark(mark: string): boolean
  expectMark(mark: string): void
  readName(expected: string): string
  unexpected(expected: string): Fault
  fault(token: Token, problem: string): Fault
}

function createReader(query: string): Reader {
  let token = readToken(query, 0)
  const reader: Reader = {
    get token() {
      return token
    },
    read() {
      const current = token
      token = readToken(query, current.end)
      return current
    },
    isWord: (word) => token.kind === 'bare' && token.text.toUpperCase() === word,
    accept: (word) => reader.isWord(word) && reader.read() !== undefined,
    expect(word) {
      if (!reader.accept(word)) throw reader.unexpected(word)
    },
    acceptMark: (mark) => token.kind === 'punctuation' && token.text === mark && reader.read() !== undefined,
    expectMark(mark) {
      if (!reader.acceptMark(mark)) throw reader.unexpected(JSON.stringify(mark))
    },
    readName(expected) {
      if (token.kind !== 'bare' || !namePattern.test(token.text)) throw reader.unexpected(expected)
      return reader.read().text
    },
    unexpected(expected) {
      const actual = token.kind === 'end' ? 'the end of the query' : JSON.stringify(token.text.slice(0, 40))
      return reader.fault(token, `Encountered ${actual} where ${expected} was expected`)
    },
    fault: (at, problem) => syntaxError(query, at.index, problem),
  }
  return reader
}

function parseSelection(reader: Reader): Selection {
  const properties: string[] = []
  let isAll = false
  do {
    if (reader.acceptMark('*')) isAll = true
    else {
      const name = reader.readName('*, COUNT(*) or a property')
      if (name.toUpperCase() === 'COUNT' && reader.acceptMark('(')) {
        reader.expectMark('*')
        reader.expectMark(')')
        return { kind: 'count' }
      }
      properties.push(name)
      if (properties.length > maxColumns) throw validationError(`SELECT can name at most ${maxColumns} properties.`)
    }
  } while (reader.acceptMark(','))
  return isAll ? { kind: 'all' } : { kind: 'columns', properties }
}

function parseConditions(reader: Reader): Condition[] {
  const conditions: Condition[] = []
  do {
    conditions.push(parseCondition(reader))
    if (conditions.length > maxConditions) throw validationError(`WHERE can have at most ${maxConditions} conditions.`)
  } while (reader.accept('AND'))
  if (reader.isWord('OR')) throw reader.fault(reader.token, 'OR is not supported, use AND between conditions')
  return conditions
}

function parseCondition(reader: Reader): Condition {
  if (reader.token.text === '(') throw reader.fault(reader.token, 'Parentheses around conditions are not supported')
  const property = reader.readName('a property')
  if (reader.isWord('NOT')) throw reader.fault(reader.token, 'NOT LIKE and NOT IN are not supported')
  if (reader.accept('IN')) return { property, operator: 'IN', values: parseValues(reader) }
  if (reader.accept('LIKE')) {
    const value = parseValue(reader)
    if (value.kind !== 'string')
      throw validationError(`LIKE on ${property} requires a pattern in quotes, for example 'A%'.`)
    return { property, operator: 'LIKE', values: [value] }
  }
  if (reader.token.kind !== 'operator') throw reader.unexpected('=, !=, <, >, <=, >=, IN or LIKE')
  const operator = reader.read().text as Operator
  return { property, operator, values: [parseValue(reader)] }
}

function parseValues(reader: Reader): Literal[] {
  reader.expectMark('(')
  const values = new Map<string, Literal>()
  do {
    const value = parseValue(reader)
    values.set(value.text, value)
    if (values.size > maxInValues) {
      throw validationError(`IN can have at most ${maxInValues} distinct values. Split the list into several queries.`)
    }
  } while (reader.acceptMark(','))
  reader.expectMark(')')
  return [...values.values()]
}

function parseValue(reader: Reader): Literal {
  const token = reader.read()
  if (token.kind === 'string') return { kind: 'string', text: token.text }
  if (token.kind === 'bare') {
    if (numberForm.test(token.text)) return { kind: 'number', text: token.text }
    if (/^(true|false)$/i.test(token.text)) return { kind: 'boolean', text: token.text.toLowerCase() }
    if ([isoForm, wordForm, idForm].some((form) => form.test(token.text))) return { kind: 'string', text: token.text }
    throw reader.fault(token, 'Quotes are required around a value that is not a number, an ISO date or a word')
  }
  const actual = token.kind === 'end' ? 'the end of the query' : JSON.stringify(token.text)
  throw reader.fault(token, `Encountered ${actual} where a value was expected`)
}

function parseSortings(reader: Reader): Sorting[] {
  if (reader.accept('ORDER')) reader.expect('BY')
  else if (!reader.accept('ORDERBY')) return []
  const sortings: Sorting[] = []
  do {
    const property = reader.readName('a property')
    const descending = reader.accept('DESC')
    if (!descending) reader.accept('ASC')
    sortings.push({ property, descending })
    if (sortings.length > maxSortings) throw validationError(`ORDERBY can name at most ${maxSortings} properties.`)
  } while (reader.acceptMark(','))
  return sortings
}

/** Parses the two clauses, which can be in either order and appear at most once each. */
function parsePaging(reader: Reader, selection: Selection): Pick<Query, 'startPosition' | 'maxResults'> {
  let startPosition: number | undefined
  let maxResults: number | undefined
  for (;;) {
    if (startPosition === undefined && reader.accept('STARTPOSITION'))
      startPosition = parseInteger(reader, 'STARTPOSITION')
    else if (maxResults === undefined && reader.accept('MAXRESULTS')) maxResults = parseInteger(reader, 'MAXRESULTS')
    else break
  }
  // A count ignores the clauses [dp-4.3.4].
  if (selection.kind === 'count') return { startPosition: 1, maxResults: defaultMaxResults }
  if (maxResults === 0) throw validationError('value 0 is too small. Min allowed value is 1')
  if (maxResults !== undefined && maxResults > largestMaxResults) {
    throw validationError(`value ${maxResults} is too large. Max allowed value is ${largestMaxResults}`)
  }
  // Clients counting from 0 send 0 for the first page, as QBO accepts.
  return { startPosition: startPosition || 1, maxResults: maxResults ?? defaultMaxResults }
}

function parseInteger(reader: Reader, clause: string): number {
  const token = reader.read()
  if (token.kind !== 'bare' || !/^\d{1,9}$/.test(token.text)) {
    throw reader.fault(token, `${clause} requires an integer of at least 1`)
  }
  return Number(token.text)
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

const numberForm = /^[+-]?\d+(\.\d+)?$/
const isoForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i
const wordForm = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
/** A desktop ID, which has more digits after its hyphen than any date. */
const idForm = /^[\dA-F]+-\d{9,10}$/i
