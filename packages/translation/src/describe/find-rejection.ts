import { findEntity } from '../entities/index.ts'
import { findInsteadOf } from '../entities/instead-of-operations.ts'
import { otherParameters } from '../reports/request/parameters.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { describeEntity } from './describe-entity.ts'

/** What a failed call asked for. */
export interface RejectedCall {
  readonly entity: string | null
  readonly operation: string | null
  /** A field, without positions: `Line[].Amount`; a report's parameter. */
  readonly field: string | null
}

/** Why QuickBooks Desktop cannot do it, and what to send instead. */
export interface FoundRejection {
  /** Without a capital letter and a period; undefined where only the fault says it. */
  readonly reason: string | undefined
  /** A sentence. */
  readonly instead: string
}

/** Finds a rejection in the tables; undefined for one that depends on the rest of the call. */
export function findRejection({ entity, operation, field }: RejectedCall): FoundRejection | undefined {
  const found = entity === null ? undefined : findEntity(entity)
  if (found === undefined) {
    const parameter = field !== null && Object.hasOwn(otherParameters, field) ? otherParameters[field] : undefined
    return parameter && { reason: parameter.reason, instead: parameter.instead }
  }
  if (found.kind === 'refused') return found
  const path = field?.replaceAll('[]', '') ?? ''
  const rejection = describeRejections(found.table).get(path)
  if (rejection) {
    return operation === 'query'
      ? { ...rejection, instead: `Leave ${path} out of the query. ${rejection.instead}` }
      : rejection
  }
  const instead = operation === null ? undefined : findInsteadOf(found.table, operation)
  return instead === undefined ? undefined : { reason: undefined, instead }
}

const described = new WeakMap<EntityTable, ReadonlyMap<string, FoundRejection>>()

/** Describes an entity's rejections by field. Of several kinds of lines or records, most decide. */
function describeRejections(table: EntityTable): ReadonlyMap<string, FoundRejection> {
  const cached = described.get(table)
  if (cached !== undefined) return cached
  const byPath = new Map<string, FoundRejection[]>()
  for (const { path, reason, instead } of describeEntity(table).variants.flatMap(({ fields }) => fields)) {
    if (instead !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), { reason, instead }])
  }
  const chosen = new Map(
    [...byPath].flatMap(([path, found]) => {
      const [most] = found.toSorted((one, other) => countSame(found, other) - countSame(found, one))
      return most ? [[path, most] as const] : []
    }),
  )
  described.set(table, chosen)
  return chosen
}

function countSame(all: readonly FoundRejection[], { instead }: FoundRejection): number {
  return all.filter((each) => each.instead === instead).length
}
