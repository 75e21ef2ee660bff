import { describe, expect, it } from 'vitest'
import { referenceFields, referenceLineFields } from '../../test/reference-fields.fixture.ts'
import { requireTable } from '../../test/translation.fixture.ts'
import type { Variant } from '../table/entity-table.ts'
import type { LineKind, Rows } from '../table/row.ts'
import { registry } from './index.ts'

const built = Object.values(registry).flatMap((found) => (found.kind === 'built' ? [found.table.name] : []))

/** Returns a record's or group's fields: `BillAddr` for `BillAddr.City`, or `City` in that group. */
function getFields(rows: Rows, group = ''): ReadonlySet<string> {
  return new Set(
    Object.keys(rows)
      .filter((key) => key.startsWith(group))
      .map((key) => key.slice(group.length).split('.')[0] ?? ''),
  )
}

function getLineKinds({ rows }: Variant): readonly LineKind[] {
  return Object.values(rows).flatMap((row) => (row.kind === 'lines' ? row.kinds : []))
}

/** Returns the variants clients write. Read-only variants need no reasons for missing fields. */
function getWritableVariants(name: string): readonly Variant[] {
  const { variants } = requireTable(name)
  const changed = variants.filter(({ can }) => can.includes('create') || can.includes('update'))
  return changed.length > 0 ? changed : variants.slice(0, 1)
}

describe('registry', () => {
  it('every entity has reference fields', () => {
    expect(Object.keys(referenceFields).sort()).toEqual([...built].sort())
  })

  it.each(Object.entries(referenceFields))('each field on %s has a row or a reason [dp-1.3]', (name, fields) => {
    expect(fields.length).toBeGreaterThan(4)
    for (const { desktop, rows } of getWritableVariants(name)) {
      const known = getFields(rows)
      expect([desktop, fields.filter((field) => !known.has(field))]).toEqual([desktop, []])
    }
  })

  it.each(Object.entries(referenceLineFields))(
    'each line field on %s has a row or a reason [dp-1.3]',
    (detail, fields) => {
      const kinds = built.flatMap((name) =>
        getWritableVariants(name).flatMap((variant) =>
          getLineKinds(variant)
            .filter((kind) => (kind.detail ?? kind.detailType) === detail)
            .map((kind) => ({ desktop: variant.desktop, kind })),
        ),
      )
      expect(kinds.length).toBeGreaterThan(0)
      for (const { desktop, kind } of kinds) {
        const known = getFields(kind.rows, `${detail}.`)
        expect([desktop, fields.filter((field) => !known.has(field))]).toEqual([desktop, []])
      }
    },
  )
})
