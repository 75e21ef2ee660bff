import { shrinkRecord, takeFitting } from '../tools/fit.ts'
import type { JsonObject, Tool } from '../tools/tool.ts'
import { requireSuccess } from '../tools/tool-error.ts'
import { createQuery, type FindInput } from './create-query.ts'
import { readOnly } from './read-only.ts'

const defaultLimit = 50

/** Lists an entity's records. */
export const find: Tool = {
  name: 'find',
  title: 'Find records',
  description:
    'List or count records of an entity. where: [field, operator, value] joined with AND. Without columns you get a summary; ["*"] is everything. Inactive names only with ["Active","=",false].',
  inputSchema: {
    type: 'object',
    properties: {
      entity: { type: 'string', pattern: '^[A-Za-z]+$', description: 'Invoice, Bill, Customer, …: see describe' },
      columns: { type: 'array', items: { type: 'string', pattern: '^(\\*|[A-Za-z][\\w.]*)$' }, minItems: 1 },
      where: {
        type: 'array',
        items: {
          type: 'array',
          prefixItems: [
            { type: 'string', pattern: '^[A-Za-z][\\w.]*$' },
            { enum: ['=', '!=', '<', '>', '<=', '>=', 'LIKE', 'IN'] },
            { type: ['string', 'number', 'boolean', 'array'], items: { type: ['string', 'number', 'boolean'] } },
          ],
          minItems: 3,
          maxItems: 3,
        },
      },
      order: { type: 'string', pattern: '^[A-Za-z][\\w.]*( (ASC|DESC))?$' },
      start: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 1000 },
      count: { type: 'boolean' },
    },
    required: ['entity'],
    additionalProperties: false,
  },
  annotations: readOnly,
  scope: 'bridge.read',
  sendsCalls: true,
  async run({ calls }, input) {
    const { start = 1, limit = defaultLimit, ...asked } = input as unknown as FindInput
    const query = createQuery({ ...asked, start, limit })
    const { body } = requireSuccess(await calls.send({ method: 'POST', path: '/query', body: query }))
    const { totalCount, ...slots } = body.QueryResponse as JsonObject
    if (asked.count) return { isError: false, structured: { entity: asked.entity, count: totalCount } }
    const records = (Object.values(slots).find(Array.isArray) ?? []) as readonly JsonObject[]
    const shown = takeFitting(records)
    const [first] = records
    if (shown.length === 0 && first !== undefined) {
      const { record, leftOut } = shrinkRecord(first)
      return { isError: false, structured: { entity: asked.entity, records: [record], leftOut, next: start + 1 } }
    }
    const hasMore = shown.length < records.length || records.length === limit
    return {
      isError: false,
      structured: { entity: asked.entity, records: shown, ...(hasMore && { next: start + shown.length }) },
    }
  },
}
