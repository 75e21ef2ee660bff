import { describeEntity, type EntityTable, type FieldDescription, registry } from '@bridge/translation'
import type { EntityEntry, EntityField } from '../../../features/explorer/entity-tables.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

const tables = Object.values(registry).flatMap((entity) => (entity.kind === 'built' ? [entity.table] : []))

export function generateStaticParams() {
  return [{ name: 'index' }, ...tables.map(({ name }) => ({ name }))]
}

/** Serves the entity tables as data for the Explorer's completion. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params
  const table = tables.find((each) => each.name === name)
  if (!table && name !== 'index') return new Response('Not found', { status: 404 })
  return Response.json(table ? listFields(table) : tables.map(toEntry), {
    headers: { 'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400' },
  })
}

function toEntry({ name, can }: EntityTable): EntityEntry {
  return { name, operations: can }
}

/** Returns all variants' fields, each once. */
function listFields(table: EntityTable): readonly EntityField[] {
  const fields = new Map<string, EntityField>()
  for (const field of describeEntity(table).variants.flatMap((variant) => variant.fields)) {
    const key = `${field.path} ${field.lineKind ?? ''}`
    const known = fields.get(key)
    if (field.access !== 'ignored' && (known === undefined || known.access === 'refused')) {
      fields.set(key, toField(field))
    }
  }
  return [...fields.values()]
}

function toField({ path, lineKind, type, access, required, max, values, reason }: FieldDescription): EntityField {
  return {
    path,
    ...(lineKind !== undefined && { lineKind }),
    type,
    access,
    ...(required && { required }),
    ...(max !== undefined && { max }),
    ...(values && { values }),
    ...(access === 'refused' && reason !== undefined && { reason }),
  }
}
