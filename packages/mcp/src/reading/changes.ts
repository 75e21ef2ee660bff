import { takeFitting } from '../tools/fit.ts'
import type { JsonObject, Tool } from '../tools/tool.ts'
import { requireSuccess } from '../tools/tool-error.ts'
import { readOnly } from './read-only.ts'

interface ChangesInput {
  readonly since: string
  readonly entities: readonly string[]
  readonly start?: number
}

/** Lists what changed. */
export const changes: Tool = {
  name: 'changes',
  title: 'Changes',
  description: 'Records created, changed or deleted since a date or time at most 30 days ago.',
  inputSchema: {
    type: 'object',
    properties: {
      since: { type: 'string', description: 'ISO 8601' },
      entities: { type: 'array', items: { type: 'string', pattern: '^[A-Za-z]+$' }, minItems: 1 },
      start: { type: 'integer', minimum: 1 },
    },
    required: ['since', 'entities'],
    additionalProperties: false,
  },
  annotations: readOnly,
  scope: 'bridge.read',
  sendsCalls: true,
  async run({ calls }, input) {
    const { since, entities, start = 1 } = input as unknown as ChangesInput
    const parameters = { entities: entities.join(','), changedSince: since }
    const { body } = requireSuccess(await calls.send({ method: 'GET', path: '/cdc', parameters }))
    const slots = readSlots(body, entities)
    const rest = slots.flatMap(({ changed }) => changed).slice(start - 1)
    const problems = slots.flatMap(({ problem }) => (problem ? [problem] : []))
    const shown = takeFitting(rest)
    return {
      isError: false,
      structured: {
        time: body.time as string,
        changes: shown,
        ...(problems.length > 0 && { problems }),
        ...(shown.length < rest.length && { next: start + shown.length }),
      },
    }
  },
}

interface Slot {
  readonly changed: readonly JsonObject[]
  readonly problem?: JsonObject
}

/** Reads the response's slots, which have the order of the request. */
function readSlots(body: Readonly<Record<string, unknown>>, entities: readonly string[]): readonly Slot[] {
  const [response] = body.CDCResponse as readonly { readonly QueryResponse: readonly JsonObject[] }[]
  return (response?.QueryResponse ?? []).map((slot, index) => readSlot(slot, entities[index] ?? ''))
}

function readSlot({ Fault, svc, ...slot }: JsonObject, entity: string): Slot {
  if (Fault !== undefined) {
    const { code, fixes } = (svc ?? {}) as { readonly code?: string; readonly fixes?: readonly string[] }
    return { changed: [], problem: { entity, code, fixes } }
  }
  const [name, records] = Object.entries(slot).find(([, value]) => Array.isArray(value)) ?? [entity, []]
  return { changed: (records as readonly JsonObject[]).map((record) => toChange(name, record)) }
}

/** Shows what a record is; get has the rest. */
function toChange(entity: string, record: JsonObject): JsonObject {
  const { Id, status, MetaData, DocNumber, DisplayName, Name, TxnDate, TotalAmt, Active } = record
  const { LastUpdatedTime } = (MetaData ?? {}) as JsonObject
  const label = DocNumber ?? DisplayName ?? Name
  return {
    entity,
    id: Id,
    at: LastUpdatedTime,
    ...(status === 'Deleted' && { deleted: true }),
    ...(label !== undefined && { label }),
    ...(TxnDate !== undefined && { date: TxnDate }),
    ...(TotalAmt !== undefined && { total: TotalAmt }),
    ...(Active === false && { active: false }),
  }
}
