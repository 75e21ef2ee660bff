import { randomBytes } from 'node:crypto'
import { Problem } from '@bridge/faults'
import { describeEntity, type EntityTable, findEntity, type Operation, type Registry } from '@bridge/translation'
import type { ExplorerCall } from './explorer-call.ts'
import { type Lookup, sampleBodies, type Template } from './sample-bodies.ts'

/** A call to start from. */
export interface SampleCall extends Omit<ExplorerCall, 'realmId'> {
  /** Names of records needed for a valid call and missing in the company file. */
  readonly missing: readonly string[]
}

type JsonObject = Readonly<Record<string, unknown>>

/** Finds the first record for each text after `select * from`. */
export type FindFirst = (conditions: readonly string[]) => Promise<ReadonlyMap<string, JsonObject | undefined>>

/**
 * Creates a valid call, with IDs from the company file.
 *
 * @throws Problem `not_found` for an entity without the operation
 */
export async function createSampleCall(
  entity: string,
  operation: Operation,
  findFirst: FindFirst,
  entities?: Registry,
): Promise<SampleCall> {
  const found = findEntity(entity, entities)
  if (found?.kind !== 'built' || !found.table.can.includes(operation)) {
    throw new Problem('not_found', 'There is no such entity, or it does not have this operation.')
  }
  const { table } = found
  switch (operation) {
    case 'query':
      return get('/query', `query=${encodeURIComponent(`select * from ${table.name} maxresults 10`)}&explain=1`)
    case 'read':
      return readCall(table, findFirst)
    case 'create': {
      const filled = await fill(sampleBodies[table.name] ?? {}, findFirst)
      return post(table, '', filled.body, filled.missing)
    }
    default:
      return changeCall(table, operation, findFirst)
  }
}

function get(path: string, query = '', missing: readonly string[] = []): SampleCall {
  return { method: 'GET', path, query, body: null, missing }
}

function post(table: EntityTable, query: string, body: unknown, missing: readonly string[]): SampleCall {
  return { method: 'POST', path: toPath(table), query, body: JSON.stringify(body, undefined, 2), missing }
}

function toPath({ name }: EntityTable): string {
  return `/${name.toLowerCase()}`
}

async function readCall(table: EntityTable, findFirst: FindFirst): Promise<SampleCall> {
  if (table.kind === 'single') return get(toPath(table))
  const record = (await findFirst([table.name])).get(table.name)
  if (table.readBy === undefined) {
    return get(`${toPath(table)}/${record?.Id ?? 'ID'}`, '', record ? [] : [describe(table)])
  }
  const { parameter, key } = table.readBy
  const value = record?.[key]
  return get(
    toPath(table),
    `${parameter}=${typeof value === 'string' ? encodeURIComponent(value) : ''}`,
    record ? [] : [describe(table)],
  )
}

async function changeCall(
  table: EntityTable,
  operation: 'update' | 'delete' | 'void',
  findFirst: FindFirst,
): Promise<SampleCall> {
  // Families contain unchangeable records. These can be changed.
  const condition = `${table.name}${table.name === 'Item' ? " where Type = 'Service'" : ''}`
  const newest = `${condition}${table.kind === 'transaction' ? ' orderby MetaData.CreateTime desc' : ''}`
  const record = (await findFirst([newest])).get(newest)
  const identity = { Id: record?.Id ?? '', SyncToken: record?.SyncToken ?? '' }
  const body = operation === 'update' ? { ...identity, sparse: true, ...changeText(table) } : identity
  return post(table, operation === 'update' ? '' : `operation=${operation}`, body, record ? [] : [describe(table)])
}

/** Returns a new value for an entity's text. */
function changeText(table: EntityTable): JsonObject {
  const fields = describeEntity(table).variants[0]?.fields ?? []
  const isText = (name: string) => fields.some(({ path, access }) => path === name && access === 'read-write')
  const name = ['PrivateNote', 'Notes', 'Description', 'CompanyName'].find(isText)
  return name === undefined ? {} : { [name]: `Changed in the Explorer ${createTag()}` }
}

function describe({ name }: EntityTable): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}

async function fill(template: Template, findFirst: FindFirst) {
  const lookups = findLookups(template)
  const found = await findFirst([...new Set(lookups.map(({ $first }) => $first))])
  const missing = lookups.filter(({ $first }) => found.get($first) === undefined).map(({ $what }) => $what)
  return { body: insert(template, found, createTag()), missing: [...new Set(missing)] }
}

function createTag(): string {
  return randomBytes(2).toString('hex').toUpperCase()
}

function isLookup(template: Template): template is Lookup {
  return typeof template === 'object' && '$first' in template
}

function findLookups(template: Template): readonly Lookup[] {
  if (typeof template !== 'object') return []
  return isLookup(template) ? [template] : Object.values<Template>(template).flatMap(findLookups)
}

function insert(template: Template, found: ReadonlyMap<string, JsonObject | undefined>, tag: string): unknown {
  if (typeof template === 'string') return template.replace('{tag}', tag)
  if (typeof template !== 'object') return template
  if (isLookup(template)) return toValue(template, found.get(template.$first))
  if (Array.isArray(template)) return template.map((each: Template) => insert(each, found, tag))
  return Object.fromEntries(
    Object.entries<Template>(template as Readonly<Record<string, Template>>).map(([name, value]) => [
      name,
      insert(value, found, tag),
    ]),
  )
}

function toValue({ $field }: Lookup, record: JsonObject | undefined): unknown {
  if ($field !== undefined) return record?.[$field] ?? ($field === 'Id' ? '' : { value: '' })
  const name = record?.DisplayName ?? record?.FullyQualifiedName ?? record?.Name
  return { value: record?.Id ?? '', ...(typeof name === 'string' && { name }) }
}
