import { Fault } from '@bridge/faults'
import type { Condition, Literal, Operator, Query, Selection, Sorting } from './query.ts'
import { syntaxError, validationError } from './query-errors.ts'
import { type Token, tokenAt } from './tokens.ts'

/** Rows of a page where the query names no `MAXRESULTS`, and the most that it may name (decisions, "Wire shapes"). */
const maxResultsDefault = 100
const maxResultsMax = 1_000

/** Distinct values of an `IN` list (specification, 4.3 rule 9). */
const inValuesMax = 1_000

/** What one query may hold, far above what anybody asks for: its work stays within bounds, whoever wrote it. */
const charactersMax = 250_000
const conditionsMax = 100
const columnsMax = 1_000
const sortingsMax = 20

/**
 * Reads a query text (specification, section 4.3) in one pass. Throws fault 4000 with the place of a
 * mistake, `QUERY_PARSER_ERROR` for an empty text.
 */
export function parseQuery(text: string): Query {
  if (text.trim() === '') throw new Fault('QUERY_PARSER_ERROR', 'The query is empty; send SELECT * FROM <Entity> …')
  if (text.length > charactersMax) {
    throw validationError(`The query has ${text.length} characters; at most ${charactersMax} are read`)
  }
  const reader = createReader(text)
  reader.expect('SELECT')
  const selection = parseSelection(reader)
  reader.expect('FROM')
  const entity = reader.name('an entity name')
  const conditions = reader.accept('WHERE') ? parseConditions(reader) : []
  const sortings = parseSortings(reader)
  const paging = parsePaging(reader, selection)
  if (reader.token.kind !== 'end') throw reader.unexpected('the end of the query')
  return deepFreeze({ entity, selection, conditions, sortings, ...paging })
}

/** The query's tokens, one ahead. */
interface Reader {
  readonly token: Token
  /** The token, and moves on. */
  take(): Token
  isWord(word: string): boolean
  /** Moves over the word if it is next. */
  accept(word: string): boolean
  expect(word: string): void
  acceptMark(mark: string): boolean
  expectMark(mark: string): void
  name(what: string): string
  unexpected(expected: string): Fault
  fault(token: Token, problem: string): Fault
}

function createReader(query: string): Reader {
  let token = tokenAt(query, 0)
  const reader: Reader = {
    get token() {
      return token
    },
    take() {
      const taken = token
      token = tokenAt(query, taken.end)
      return taken
    },
    isWord: (word) => token.kind === 'bare' && token.text.toUpperCase() === word,
    accept: (word) => reader.isWord(word) && reader.take() !== undefined,
    expect(word) {
      if (!reader.accept(word)) throw reader.unexpected(word)
    },
    acceptMark: (mark) => token.kind === 'punctuation' && token.text === mark && reader.take() !== undefined,
    expectMark(mark) {
      if (!reader.acceptMark(mark)) throw reader.unexpected(JSON.stringify(mark))
    },
    name(what) {
      if (token.kind !== 'bare' || !namePattern.test(token.text)) throw reader.unexpected(what)
      return reader.take().text
    },
    unexpected(expected) {
      const seen = token.kind === 'end' ? 'the end of the query' : JSON.stringify(token.text.slice(0, 40))
      return reader.fault(token, `Encountered ${seen} where ${expected} was expected`)
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
      const name = reader.name('*, COUNT(*) or a property')
      if (name.toUpperCase() === 'COUNT' && reader.acceptMark('(')) {
        reader.expectMark('*')
        reader.expectMark(')')
        return { kind: 'count' }
      }
      properties.push(name)
      if (properties.length > columnsMax) throw validationError(`SELECT takes at most ${columnsMax} properties`)
    }
  } while (reader.acceptMark(','))
  return isAll ? { kind: 'all' } : { kind: 'columns', properties }
}

function parseConditions(reader: Reader): Condition[] {
  const conditions: Condition[] = []
  do {
    conditions.push(parseCondition(reader))
    if (conditions.length > conditionsMax) throw validationError(`WHERE takes at most ${conditionsMax} conditions`)
  } while (reader.accept('AND'))
  if (reader.isWord('OR'))
    throw reader.fault(reader.token, 'OR is not part of the query language; conditions combine with AND')
  return conditions
}

function parseCondition(reader: Reader): Condition {
  if (reader.token.text === '(')
    throw reader.fault(reader.token, 'Parentheses around conditions are not part of the query language')
  const property = reader.name('a property')
  if (reader.isWord('NOT')) throw reader.fault(reader.token, 'NOT LIKE and NOT IN are not part of the query language')
  if (reader.accept('IN')) return { property, operator: 'IN', values: parseValues(reader) }
  if (reader.accept('LIKE')) {
    const value = parseValue(reader)
    if (value.kind !== 'string')
      throw validationError(`LIKE on ${property} takes a pattern in quotes, for example 'A%'`)
    return { property, operator: 'LIKE', values: [value] }
  }
  if (reader.token.kind !== 'operator') throw reader.unexpected('=, !=, <, >, <=, >=, IN or LIKE')
  const operator = reader.take().text as Operator
  return { property, operator, values: [parseValue(reader)] }
}

function parseValues(reader: Reader): Literal[] {
  reader.expectMark('(')
  const values = new Map<string, Literal>()
  do {
    const value = parseValue(reader)
    values.set(value.text, value)
    if (values.size > inValuesMax) {
      throw validationError(`IN takes at most ${inValuesMax} distinct values; split the list over several queries`)
    }
  } while (reader.acceptMark(','))
  reader.expectMark(')')
  return [...values.values()]
}

function parseValue(reader: Reader): Literal {
  const token = reader.take()
  if (token.kind === 'string') return { kind: 'string', text: token.text }
  if (token.kind === 'bare') {
    if (numberForm.test(token.text)) return { kind: 'number', text: token.text }
    if (/^(true|false)$/i.test(token.text)) return { kind: 'boolean', text: token.text.toLowerCase() }
    if ([isoForm, wordForm, idForm].some((form) => form.test(token.text))) return { kind: 'string', text: token.text }
    throw reader.fault(token, 'This is neither a number nor an ISO date nor a word; put a value in single quotes')
  }
  const seen = token.kind === 'end' ? 'the end of the query' : JSON.stringify(token.text)
  throw reader.fault(token, `Encountered ${seen} where a value was expected`)
}

function parseSortings(reader: Reader): Sorting[] {
  if (reader.accept('ORDER')) reader.expect('BY')
  else if (!reader.accept('ORDERBY')) return []
  const sortings: Sorting[] = []
  do {
    const property = reader.name('a property')
    const descending = reader.accept('DESC')
    if (!descending) reader.accept('ASC')
    sortings.push({ property, descending })
    if (sortings.length > sortingsMax) throw validationError(`ORDERBY takes at most ${sortingsMax} properties`)
  } while (reader.acceptMark(','))
  return sortings
}

/** The two clauses in either order, each at most once. */
function parsePaging(reader: Reader, selection: Selection): Pick<Query, 'startPosition' | 'maxResults'> {
  let startPosition: number | undefined
  let maxResults: number | undefined
  for (;;) {
    if (startPosition === undefined && reader.accept('STARTPOSITION'))
      startPosition = parseWhole(reader, 'STARTPOSITION')
    else if (maxResults === undefined && reader.accept('MAXRESULTS')) maxResults = parseWhole(reader, 'MAXRESULTS')
    else break
  }
  // A count takes no notice of them (specification, 4.3 rule 4).
  if (selection.kind === 'count') return { startPosition: 1, maxResults: maxResultsDefault }
  for (const value of [startPosition, maxResults]) {
    if (value === 0) throw validationError('value 0 is too small. Min allowed value is 1')
  }
  if (maxResults !== undefined && maxResults > maxResultsMax) {
    throw validationError(`value ${maxResults} is too large. Max allowed value is ${maxResultsMax}`)
  }
  return { startPosition: startPosition ?? 1, maxResults: maxResults ?? maxResultsDefault }
}

function parseWhole(reader: Reader, clause: string): number {
  const token = reader.take()
  if (token.kind !== 'bare' || !/^\d{1,9}$/.test(token.text)) {
    throw reader.fault(token, `${clause} takes a whole number from 1`)
  }
  return Number(token.text)
}

function deepFreeze<T extends object>(node: T): T {
  for (const each of Object.values(node)) if (typeof each === 'object' && each !== null) deepFreeze(each)
  return Object.freeze(node)
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

const numberForm = /^[+-]?\d+(\.\d+)?$/
const isoForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i
const wordForm = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
/** An id of the desktop: no date has so many digits behind a single dash. */
const idForm = /^[\dA-F]+-\d{9,10}$/i
