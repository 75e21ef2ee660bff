import { createSampleCall } from '@bridge/server/explorer/sample-call'
import { type EntityTable, type Operation, registry } from '@bridge/translation'
import { hasMethod, takesId } from '../clients/node-quickbooks.ts'
import type { Entity } from '../library/client.ts'
import type { Books } from '../service/books.ts'
import { type ContractRow, type Subject, seeFault } from './contract.ts'
import { findShape } from './shape.ts'

/** The operations in the order in which a row tries them: a deleted record is not voided. */
const operations = ['create', 'query', 'read', 'update', 'void', 'delete'] as const satisfies readonly Operation[]

/** One row for each entity: every operation that both the entity and node-quickbooks have. */
export const entityRows: readonly ContractRow[] = Object.values(registry).flatMap((found) =>
  found.kind === 'built' ? [createRow(found.table)] : [],
)

function createRow(table: EntityTable): ContractRow {
  return {
    title: `${table.name} has the same fields and faults`,
    run: async (subject) => {
      const seen: Partial<Record<Operation, unknown>> = {}
      for (const operation of operations) {
        const method = findMethod(operation, table.name)
        if (table.can.includes(operation) && method !== undefined) {
          seen[operation] = await seeShape(tryOperation(subject, table, operation, method))
        }
      }
      return seen
    },
  }
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
): Promise<unknown> {
  if (operation === 'query') return call(method, [{ field: 'limit', value: 20 }])
  if (operation === 'read') {
    const [record] = await books.query(name, 'maxresults 1')
    return takesId(method) ? call(method, record?.Id) : call(method)
  }
  const { body, missing } = await createSampleCall(name, operation, findFirst(books))
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

/** Returns the shape of a result, or the fault of the call. */
async function seeShape(call: Promise<unknown>): Promise<unknown> {
  try {
    return findShape(await call)
  } catch {
    return seeFault(call)
  }
}
