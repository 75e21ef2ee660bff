import {
  describeEntity,
  type EntityTable,
  type FieldDescription,
  findEntity,
  getReportParameters,
  registry,
  reports,
} from '@bridge/translation'
import { takeFitting } from '../tools/fit.ts'
import type { JsonObject, Tool } from '../tools/tool.ts'
import { readOnly } from './read-only.ts'

interface DescribeInput {
  readonly name?: string
  readonly field?: string
  readonly start?: number
}

/** Describes entities, fields and reports, from their tables. */
export const describe: Tool = {
  name: 'describe',
  title: 'Describe',
  description:
    'Without name: all entities and reports. With an entity: its fields with type, access and limits (field: only names containing it). With a report: its parameters.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, field: { type: 'string' }, start: { type: 'integer', minimum: 1 } },
    additionalProperties: false,
  },
  annotations: readOnly,
  scope: 'bridge.read',
  async run(_context, input) {
    const { name, field = '', start = 1 } = input as DescribeInput
    if (name === undefined) return { isError: false, structured: describeAll() }
    const report = reports.find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (report) {
      const structured = { report: report.name, parameters: getReportParameters(report) }
      return { isError: false, structured }
    }
    const found = findEntity(name)
    if (found?.kind === 'built') return { isError: false, structured: describeFields(found.table, field, start) }
    if (found) {
      const { name: entity, reason, instead } = found
      return { isError: false, structured: { entity, operations: [], reason, instead } }
    }
    return { isError: false, structured: { unknown: name, ...describeAll() } }
  },
}

function describeAll(): JsonObject {
  const entries = Object.entries(registry)
  return {
    entities: Object.fromEntries(
      entries.flatMap(([name, found]) => (found.kind === 'built' ? [[name, found.table.can.join(' ')]] : [])),
    ),
    unsupported: entries.flatMap(([name, { kind }]) => (kind === 'refused' ? [name] : [])),
    reports: reports.map(({ name }) => name),
  }
}

function describeFields(table: EntityTable, filter: string, start: number): JsonObject {
  const { name, operations, variants } = describeEntity(table)
  const fields = new Map<string, JsonObject>()
  for (const { desktop, fields: described } of variants) {
    for (const each of described.filter(({ access }) => access !== 'ignored')) {
      const kept = toField(each)
      const key = JSON.stringify(kept)
      const only = [...((fields.get(key)?.only as readonly string[] | undefined) ?? []), desktop]
      if (each.path.toLowerCase().includes(filter.toLowerCase())) fields.set(key, { ...kept, only })
    }
  }
  const all = [...fields.values()].map(({ only, ...field }) => ({
    ...field,
    ...(Array.isArray(only) && only.length < variants.length && { only }),
  }))
  const rest = all.slice(start - 1)
  const shown = takeFitting(rest)
  return {
    entity: name,
    operations,
    fields: shown,
    ...(shown.length < rest.length && { next: start + shown.length }),
  }
}

/** Leaves out what only documentation needs. */
function toField({ part, replaces, desktop, filter, currency, between, notClearable, ...field }: FieldDescription) {
  return {
    ...field,
    ...(filter !== undefined && { quick: true }),
    ...(between && { between: [...between] }),
  } as JsonObject
}
