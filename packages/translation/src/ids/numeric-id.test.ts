import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registry } from '../entities/index.ts'
import { findMergedIds } from '../table/merged-ids.ts'
import { isValueRow } from '../table/row.ts'
import { fromNumericId, taxCodePrefix, toNumericId } from './numeric-id.ts'

const time = fc.integer({ min: 2 ** 29, max: 2 ** 29 + 2 ** 31 - 1 })
const prefix = fc.constantFrom('', taxCodePrefix)
const plainCounter = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const listCounter = fc.oneof(
  fc.integer({ min: 2 ** 31, max: 2 ** 31 + 2 ** 29 - 1 }),
  fc.integer({ min: 1, max: 2 ** 15 - 1 }).map((row) => row * 2 ** 16),
)

function format(counter: number, seconds: number, before = ''): string {
  return `${before}${counter.toString(16).toUpperCase()}-${seconds}`
}

const convertible = fc.oneof(
  fc.tuple(plainCounter, time).map(([counter, seconds]) => format(counter, seconds)),
  fc.tuple(listCounter, time, prefix).map(([counter, seconds, before]) => format(counter, seconds, before)),
)

describe('a numeric ID', () => {
  it.each([
    ['a transaction', '1F-1700000000', '134307115264'],
    ['a line', '4C-1415942229', '327296585813'],
    ['a list record', '8000007E-1197732180', '2167471862100'],
    ['a list record before 2007', '20000-933270541', '41198588941'],
    ['a tax code', 'TC-80000001-1700000000', '29080416512'],
  ])('of %s is decimal arithmetic', (_what, id, number) => {
    expect([toNumericId(id), fromNumericId(number)]).toEqual([number, id])
  })

  it('leads back to its ID, and is below 2^63', () => {
    fc.assert(
      fc.property(convertible, (id) => {
        const number = toNumericId(id)
        expect(number).toMatch(/^[1-9]\d*$/)
        expect(BigInt(number)).toBeLessThan(2n ** 63n)
        expect(fromNumericId(number)).toBe(id)
      }),
    )
  })

  it('is exact in JavaScript up to 2 million transactions and lines, and half a million records of a list', () => {
    const counters = fc.oneof(
      fc.integer({ min: 1, max: 2 ** 21 - 1 }),
      fc.integer({ min: 2 ** 31, max: 2 ** 31 + 2 ** 19 - 1 }),
      fc.integer({ min: 1, max: 2 ** 15 - 1 }).map((row) => row * 2 ** 16),
    )
    fc.assert(
      fc.property(counters, time, (counter, seconds) => {
        expect(Number(toNumericId(format(counter, seconds)))).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
      }),
    )
  })

  it('is read to one ID, whose number it is; any other text stays', () => {
    const numbers = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
      fc.bigInt({ min: 0n, max: 2n ** 40n }).map(String),
      fc.string(),
      fc.stringMatching(/^(?:TC-)?[\da-fA-F]{1,9}-\d{1,11}$/),
    )
    fc.assert(
      fc.property(numbers, (text) => {
        const id = fromNumericId(text)
        if (id !== text) expect(toNumericId(id)).toBe(text)
      }),
    )
  })

  it.each([
    ['lower-case letters', '8000007e-1197732180'],
    ['leading zeros', '0001F-1700000000'],
    ['a leading zero in the time', '1F-01700000000'],
    ['a time before 1987', '1F-536870911'],
    ['a time after 2055', '1F-2684354560'],
    ['the counter 0', '0-1700000000'],
    ['a counter above those of lists', 'C0000000-1700000000'],
    ['another form', '0000000000000owb'],
    ['the form of new lines', '-1'],
    ['another prefix', 'XX-80000001-1700000000'],
    ['a tax code with a counter that lists do not have', 'TC-1F-1700000000'],
    ['the name of a tax code', 'NON'],
  ])('is missing for an ID with %s', (_what, id) => {
    expect([toNumericId(id), fromNumericId(id)]).toEqual([id, id])
  })

  it.each(['0', '1', '94', '2147483647', '01', '1.5', '1e12', '9223372036854775808', '99999999999999999999'])(
    'is not %s',
    (text) => {
      expect(fromNumericId(text)).toBe(text)
    },
  )

  it('has a column for each prefix of merged lists', () => {
    const prefixes = Object.values(registry)
      .flatMap((found) => (found.kind === 'built' ? found.table.variants : []))
      .flatMap((variant) => [
        findMergedIds(variant)?.idPrefix,
        ...Object.values(variant.rows).map((row) => (isValueRow(row) ? row.idPrefix : undefined)),
      ])
    expect([...new Set(prefixes)].filter(Boolean)).toEqual([taxCodePrefix])
  })
})
