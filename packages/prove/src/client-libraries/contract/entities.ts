import { createSampleCall } from '@bridge/control-plane/explorer/sample-call'
import { type EntityTable, type Operation, registry } from '@bridge/translation'
import { hasMethod, takesId } from '../clients/node-quickbooks.ts'
import type { Entity } from '../library/client.ts'
import type { Books } from '../service/books.ts'
import { type ContractRow, type Subject, seeFault } from './contract.ts'
import { findShape } from './shape.ts'

/** The operations in the order in which a row tries them: a deleted record is not voided. */
const operations = ['create', 'query', 'read', 'update', 'void', 'delete'] as const satisfies readonly Operation[]

/** One row per entity: every operation both the entity and node-quickbooks have. */
export const entityRows: readonly ContractRow[] = Object.values(registry).flatMap((found) =>
  found.kind === 'built' ? [createRow(found.table)] : [],
)

function createRow(table: EntityTable): ContractRow {
  return {
    title: `${table.name} has the same fields and faults`,
    run: async (subject) => {
      const seen: Partial<Record<Operation, unknown>> = {}
      let created: Entity | undefined
      for (const operation of operations) {
        const method = findMethod(operation, table.name)
        if (!table.can.includes(operation) || method === undefined) continue
        const call = tryOperation(subject, table, operation, method, created)
        seen[operation] = await seeShape(call)
        if (operation === 'create') created = await call.then(toEntity, () => undefined)
      }
      return seen
    },
  }
}

function toEntity(result: unknown): Entity {
  return result as Entity
}

function findMethod(operation: Operation, entity: string): string | undefined {
  const names: Readonly<Record<Operation, readonly string[]>> = {
    create: [`create${entity}`],
    query: [`find${entity}s`, `find${entity}es`, `find${entity.slice(0, -1)}ies`],
    read: [`get${entity}`],
    update: [`update${entity}`],
    void: [`void${entity}`],
    delete: [`delete${entity}`],
  }
  return names[operation].find(hasMethod)
}

async function tryOperation(
  { call, books }: Subject,
  { name }: EntityTable,
  operation: Operation,
  method: string,
  created: Entity | undefined,
): Promise<unknown> {
  if (operation === 'query') return call(method, [{ field: 'limit', value: 20 }])
  if (operation === 'read') {
    const [record] = await books.query(name, 'maxresults 1')
    return takesId(method) ? call(method, record?.Id) : call(method)
  }
  const find = operation === 'create' || created === undefined ? findFirst(books) : findById(books, name, created.Id)
  const { body, missing } = await createSampleCall(name, operation, find)
  if (body === null || missing.length > 0) throw new Error(`The company file lacks ${missing.join(', ')}.`)
  return call(method, JSON.parse(body))
}

function findFirst(books: Books) {
  return async (conditions: readonly string[]): Promise<ReadonlyMap<string, Entity | undefined>> => {
    const found = new Map<string, Entity | undefined>()
    for (const condition of conditions) {
      const [entity = '', ...rest] = condition.split(' ')
      const [record] = await books.query(entity, `${rest.join(' ')} maxresults 1`)
      found.set(condition, record)
    }
    return found
  }
}

/**
 * Finds one record, whatever the conditions: changes are tried on the row's own record. The newest one may belong to
 * another row, created within the same second.
 */
function findById(books: Books, entity: string, id: string) {
  return async (conditions: readonly string[]): Promise<ReadonlyMap<string, Entity | undefined>> => {
    const [record] = await books.query(entity, `where Id = '${id}'`)
    return new Map(conditions.map((condition) => [condition, record]))
  }
}

/** Returns the result's shape, or the call's fault. */
async function seeShape(call: Promise<unknown>): Promise<unknown> {
  try {
    return findShape(await call)
  } catch {
    return seeFault(call)
  }
}
