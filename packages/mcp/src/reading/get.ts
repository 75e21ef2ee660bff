import { countBytes, maxResultBytes, shrinkRecord, takeFitting } from '../tools/fit.ts'
import type { JsonObject, Tool } from '../tools/tool.ts'
import { requireSuccess } from '../tools/tool-error.ts'
import { readOnly } from './read-only.ts'

/** Room for a record's fields, lines apart. */
const headerBytes = 5 * 1024

interface GetInput {
  readonly entity: string
  readonly id: string
  readonly start?: number
}

/** Reads one record. */
export const get: Tool = {
  name: 'get',
  title: 'Get a record',
  description: 'A whole record with its lines, by the Id that find returned.',
  inputSchema: {
    type: 'object',
    properties: {
      entity: { type: 'string', pattern: '^[A-Za-z]+$' },
      id: { type: 'string', pattern: '^[\\w-]+$' },
      start: { type: 'integer', minimum: 1, description: 'First line' },
    },
    required: ['entity', 'id'],
    additionalProperties: false,
  },
  annotations: readOnly,
  scope: 'bridge.read',
  sendsCalls: true,
  async run({ calls }, input) {
    const { entity, id, start = 1 } = input as unknown as GetInput
    const { body } = requireSuccess(await calls.send({ method: 'GET', path: `/${entity.toLowerCase()}/${id}` }))
    const { time: _time, ...slots } = body
    const [[name, record] = ['', {}]] = Object.entries(slots) as [string, JsonObject][]
    return { isError: false, structured: { entity: name, ...fitLines(record, start) } }
  },
}

/** Shows a record from a line on, as far as it fits. */
function fitLines(whole: JsonObject, start: number): JsonObject {
  const { Line: lines, ...header } = whole
  if (!Array.isArray(lines)) {
    const { record, leftOut } = shrinkRecord(whole)
    return { record, ...(leftOut.length > 0 && { leftOut }) }
  }
  const { record, leftOut } = shrinkRecord(header, headerBytes)
  const rest = lines.slice(start - 1)
  const shown = takeFitting(rest, maxResultBytes - countBytes(record) - 1024)
  return {
    record: { ...record, Line: shown },
    ...(leftOut.length > 0 && { leftOut }),
    ...(shown.length < rest.length && { next: start + shown.length, lines: lines.length }),
  }
}
