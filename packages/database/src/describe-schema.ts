import type { Client } from 'pg'

/** A schema's columns, constraints, indexes and enum values, each with its definition. */
export type SchemaParts = ReadonlyMap<string, string>

/** Describes the current schema, without its name. */
export async function describeSchema(client: Client): Promise<SchemaParts> {
  const { rows } = await client.query<{ part: string; definition: string }>(`
    WITH relation AS (
      SELECT oid, relname, quote_ident(current_schema()) || '.' AS prefix FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p')
    )
    SELECT concat_ws(' ', 'column', relname, attname) AS part,
        concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
          replace(pg_get_expr(adbin, adrelid), prefix, '')) AS definition
      FROM relation JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL
    SELECT concat_ws(' ', 'constraint', relname, conname), replace(pg_get_constraintdef(pg_constraint.oid), prefix, '')
      FROM relation JOIN pg_constraint ON conrelid = relation.oid AND contype <> 'n'
    UNION ALL
    SELECT 'index ' || indexrelid::regclass, replace(pg_get_indexdef(indexrelid), prefix, '')
      FROM relation JOIN pg_index ON indrelid = oid
    UNION ALL
    SELECT concat_ws(' ', 'value', typname, enumlabel),
        (row_number() OVER (PARTITION BY typname ORDER BY enumsortorder))::text
      FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid
      WHERE typnamespace = to_regnamespace(quote_ident(current_schema()))`)
  return new Map(rows.map(({ part, definition }) => [part, definition]))
}

/**
 * Returns which state the schema is in, by comparing the parts in which the states differ; undefined if it is in none.
 *
 * Among equal states it returns the first: the statements between them change rows only, and are repeated. All migrations
 * possibly left half-way by earlier versions permit it.
 */
export function findState(current: SchemaParts, states: readonly SchemaParts[]): number | undefined {
  const all = new Set(states.flatMap((state) => [...state.keys()]))
  const touched = [...all].filter((part) => new Set(states.map((state) => state.get(part))).size > 1)
  const found = states.findIndex((state) => touched.every((part) => state.get(part) === current.get(part)))
  return found === -1 ? undefined : found
}
