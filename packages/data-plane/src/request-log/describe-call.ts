import { findEntity } from '@bridge/translation'

/** What a call asked for. */
export interface DescribedCall {
  readonly operation: string | null
  readonly entity: string | null
}

interface CallAddress {
  readonly method: string
  readonly path: string
  /** The parsed request's kind; absent if it could not be parsed. */
  readonly kind?: string
  /** The parsed request's entity. */
  readonly entity?: string
  readonly queryText?: string
}

const companyPath = /^\/v3\/company\/[^/]+\/([^/]+)/i
const fromClause = /\bfrom\s+(\w+)/i

/** Operations on resources without an entity. */
const resources: Readonly<Record<string, string>> = {
  query: 'query',
  batch: 'batch',
  cdc: 'changes',
  reports: 'report',
  entitlements: 'entitlements',
}

/** Describes a call by its parsed request, or as far as its address shows if it could not be parsed. */
export function describeCall({ method, path, kind, entity, queryText }: CallAddress): DescribedCall {
  if (kind !== undefined && entity !== undefined) return { operation: kind, entity }
  const name = companyPath.exec(path)?.[1] ?? ''
  const resource = resources[name.toLowerCase()]
  return {
    operation: kind ?? resource ?? toOperation(method),
    entity: entity ?? toEntityName(resource === undefined ? name : findQueriedEntity(queryText)),
  }
}

function toOperation(method: string): string | null {
  if (method === 'GET') return 'read'
  return method === 'POST' ? 'write' : null
}

/** Returns the entity name as the query spells it; an empty string if the query has none. */
export function findQueriedEntity(queryText: string | undefined): string {
  return fromClause.exec(queryText ?? '')?.[1] ?? ''
}

/** Returns an entity's name in its usual spelling; null for an unknown one. */
export function toEntityName(name: string): string | null {
  const found = findEntity(name)
  if (!found) return null
  return found.kind === 'built' ? found.table.name : found.name
}
