import { z } from 'zod'
import type { JsonSchema } from './json-schema.ts'

/** A schema, and the named schemas it refers to. */
interface ComponentSchema {
  readonly schema: JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

const known = new WeakMap<z.ZodType, Partial<Record<'input' | 'output', ComponentSchema>>>()

/** Converts a schema. Schemas with an `id` become components. */
export function toComponentSchema(type: z.ZodType, io: 'input' | 'output'): ComponentSchema {
  const converted = known.get(type) ?? {}
  converted[io] ??= convert(type, io)
  known.set(type, converted)
  return converted[io]
}

function convert(type: z.ZodType, io: 'input' | 'output'): ComponentSchema {
  const {
    $schema: _,
    $defs = {},
    ...schema
  } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
      // The format says it all; a time's pattern has 300 characters.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return {
    schema: withComponentRefs(schema) as JsonSchema,
    components: withComponentRefs($defs) as Readonly<Record<string, JsonSchema>>,
  }
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === '$ref' && typeof each === 'string'
        ? each.replace('#/$defs/', '#/components/schemas/')
        : withComponentRefs(each),
    ]),
  )
}
