import { createCompanyStorage } from '@bridge/sandbox'
import { type EntityTable, registry } from '@bridge/translation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { type Body, type ValidBody, validBodies } from '../valid-bodies.fixture.ts'

let bridge: TestBridge
let bodies: readonly ValidBody[]

beforeAll(async () => {
  bridge = await startBridge({ config: { restRequestsPerMinute: 1_000_000, sandboxCallsPerDay: 1_000_000 } })
  bodies = await validBodies(bridge.call)
})
afterAll(() => bridge.stop())

/** Loads all documents of the company file as text, except its record of message sets, which has rejected ones, too. */
async function loadDocuments(): Promise<readonly string[]> {
  const storage = createCompanyStorage(bridge.database, sandboxRealmId)
  const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  return [...result]
    .filter(({ kind }) => kind !== 'MessageSet')
    .map((document) => JSON.stringify(document))
    .sort()
}

function requireTable(entity: string): EntityTable {
  const found = registry[entity]
  if (found?.kind !== 'built') throw new Error(`${entity} is not supported.`)
  return found.table
}

type Rows = EntityTable['variants'][number]['rows']

/** A field of a body: its path, and its row. */
interface Field {
  readonly path: readonly (string | number)[]
  readonly row: Rows[string]
  /** The item that it names is confirmed before the write. */
  readonly isConfirmed?: boolean
}

/** Lists the fields of the record and of its lines. */
function listFields({ entity, body }: ValidBody): readonly Field[] {
  const table = requireTable(entity)
  const example = body('x')
  const desktop = table.chooseDesktop?.(example) ?? table.variants[0]?.desktop
  const variant = table.variants.find((each) => each.desktop === desktop)
  return Object.entries(variant?.rows ?? {}).flatMap(([key, row]): Field[] => {
    if (row.kind !== 'lines') return [{ path: key.split('.'), row }]
    return row.kinds.flatMap((kind) => {
      const at = example.Line.findIndex(
        (line: Body) => kind.is === undefined && line.DetailType !== undefined && line.DetailType === kind.detailType,
      )
      const lineRows = at < 0 ? [] : Object.entries(kind.rows)
      return lineRows.map(
        ([name, lineRow]): Field => ({
          path: [key, at, ...name.split('.')],
          row: lineRow,
          isConfirmed: kind.confirms !== undefined && name === 'DiscountLineDetail.ItemRef',
        }),
      )
    })
  })
}

/** `Line[0].SalesItemLineDetail.ItemRef` */
function formatPath(path: Field['path']): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1)
}

function withValue(body: Body, path: Field['path'], value: unknown): Body {
  const changed = structuredClone(body)
  let group = changed
  for (const step of path.slice(0, -1)) group = group[step] ??= {}
  group[path.at(-1) ?? ''] = value
  return changed
}

/** Fields that the sandbox does not emulate, or that conflict with the rest of the body. */
const excluded = /(^|\.)(InventorySiteRef|PayrollItemRef|PriceLevelRef)$|^(VendorRef|OtherNameRef) of TimeActivity$/

const unknownRef = { value: '8000FFFF-1' }
const fifteenDigits = 123_456_789_012_345

function wrongFor({ row, isConfirmed }: Field): readonly (readonly [value: unknown, code: string])[] {
  if (row.kind !== 'value' || (row.access !== 'readWrite' && row.access !== 'createOnly')) return []
  switch (row.type) {
    case 'ref':
      // Currencies are named by their codes, which are checked before anything is sent.
      if (row.currency !== undefined) return [[unknownRef, '2010']]
      return [[unknownRef, isConfirmed ? 'MISSING_REQUIRED_DESKTOP_ITEM' : '2500']]
    case 'text':
      return row.write.max === undefined ? [[['A'], '2010']] : [['x'.repeat(row.write.max + 1), '2050']]
    case 'bool':
      return [['perhaps', '2010']]
    case 'date':
    case 'dateTime':
      return [['2026-02-30', '2010']]
    case 'choice':
      return [['Nonsense', row.write.unknownChoice ?? '2010']]
    case 'rate':
    // Next to an exact amount, the decimals of a price do not matter.
    case 'price':
      return [[fifteenDigits, '2010']]
    default:
      return [
        [fifteenDigits, '2010'],
        ['0.0000001', '2010'],
      ]
  }
}

/**
 * Selects every reference, which only QuickBooks can check, and one field of each kind that is checked before anything is
 * sent; the tests of the translation cover every field of every table.
 */
function triedFields(valid: ValidBody): readonly Field[] {
  const kinds = new Set<string>()
  return listFields(valid).filter((field) => {
    const { path, row } = field
    const type = row.kind === 'value' ? row.type : row.kind
    if (type === 'ref') return true
    const kind = `${path[1] === undefined ? '' : typeof path[1]} ${type}`
    const isNew = wrongFor(field).length > 0 && !kinds.has(kind)
    if (isNew) kinds.add(kind)
    return isNew
  })
}

describe('a record with one wrong value', () => {
  it('is rejected with the name of the field, and nothing is written [dp-7.3:2500] [dp-7.3:2010] [dp-7.3:2050]', async () => {
    const before = await loadDocuments()
    let tried = 0
    for (const valid of bodies) {
      for (const field of triedFields(valid)) {
        const element = formatPath(field.path)
        if (excluded.test(element) || excluded.test(`${element} of ${valid.entity}`)) continue
        for (const [value, code] of wrongFor(field)) {
          const json = withValue(valid.body('wrong'), field.path, value)
          const fault = getFault(await bridge.call(`/${valid.entity}`, { json }))
          expect({ name: valid.name, value, ...fault }).toMatchObject({ name: valid.name, value, code, element })
          tried += 1
        }
      }
    }
    expect(tried).toBeGreaterThan(250)
    expect(await loadDocuments()).toEqual(before)
  })
})
