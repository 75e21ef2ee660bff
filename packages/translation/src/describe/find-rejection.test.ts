import { describe, expect, it } from 'vitest'
import { registry } from '../entities/index.ts'
import { otherParameters } from '../reports/request/parameters.ts'
import { reports } from '../reports/tables/index.ts'
import { describeEntity } from './describe-entity.ts'
import { findRejection, type RejectedCall } from './find-rejection.ts'

const entities = Object.entries(registry)

/** Everything that the tables refuse, with its name for messages. */
function listRejections(): readonly RejectedCall[] {
  return [
    ...entities.flatMap(([entity, found]): readonly RejectedCall[] => {
      if (found.kind === 'refused') return [{ entity, operation: 'create', field: null }]
      const operations = (['create', 'update', 'delete', 'void'] as const).filter(
        (each) => !found.table.can.includes(each),
      )
      const fields = describeEntity(found.table).variants.flatMap((variant) => variant.fields)
      const refused = fields.filter(({ access }) => ['refused', 'repeat-only', 'borrowed'].includes(access))
      return [
        ...operations.map((operation) => ({ entity, operation, field: null })),
        ...refused.flatMap(({ path }) =>
          ['create', 'query'].map((operation) => ({ entity, operation, field: path.replace(/^Line\./, 'Line[].') })),
        ),
      ]
    }),
    ...Object.keys(otherParameters).map((field) => ({ entity: null, operation: 'report', field })),
  ]
}

/** Names of fields, entities, their values, and parameters: what a text may tell a client to send. */
const known = new Set(
  entities
    .flatMap(([name, found]) =>
      found.kind === 'refused'
        ? [name]
        : [
            name,
            ...describeEntity(found.table).variants.flatMap(({ fields }) =>
              fields.flatMap(({ path, lineKind = '', values = [] }) => [...path.split('.'), lineKind, ...values]),
            ),
          ],
    )
    .concat(reports.map(({ name }) => name))
    // The product, and values that the tables compute.
    .concat(['QuickBooks', 'NonInventory', 'CreditCard', 'NotApplicable', 'TaxExcluded']),
)

describe('every rejection of the tables', () => {
  it('has its own alternative', () => {
    const lacking = listRejections().filter((rejection) => {
      const instead = findRejection(rejection)?.instead ?? ''
      return !/^[A-Z][^.]{8,}.*\.$/.test(instead) || /alternative that|`Detail`|see Detail/i.test(instead)
    })
    expect(lacking).toEqual([])
    expect(listRejections().length).toBeGreaterThan(1_000)
  })

  it('names only what clients can send', () => {
    const texts = new Set(listRejections().map((rejection) => findRejection(rejection)?.instead ?? ''))
    const unknown = [...texts].flatMap((text) =>
      [...text.matchAll(/\b[A-Z][a-z]+[A-Z]\w*/g)].map(([name]) => name).filter((name) => !known.has(name)),
    )
    expect([...new Set(unknown)]).toEqual([])
  })

  it('is found by what the log has of a call', () => {
    expect(findRejection({ entity: 'Department', operation: 'create', field: null })?.instead).toContain('Class')
    expect(findRejection({ entity: 'Invoice', operation: 'create', field: 'Line[].ProjectRef' })?.instead).toContain(
      'job',
    )
    expect(findRejection({ entity: 'Estimate', operation: 'void', field: 'operation' })?.instead).toContain('Closed')
    expect(findRejection({ entity: null, operation: 'report', field: 'aging_method' })?.instead).toContain(
      'Preferences',
    )
    expect(findRejection({ entity: 'Invoice', operation: 'create', field: null })).toBeUndefined()
  })

  it('is not needed for what a report supports', () => {
    const supported = reports.flatMap((report) => ('parameters' in report ? Object.keys(report.parameters ?? {}) : []))
    for (const parameter of supported)
      expect(findRejection({ entity: null, operation: 'report', field: parameter })).toBeUndefined()
  })
})
