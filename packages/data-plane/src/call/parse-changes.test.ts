import { Fault } from '@bridge/faults'
import { parseQueryParameters } from '@bridge/platform/query-parameters'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChanges } from './parse-changes.ts'

const now = new Date('2026-03-16T10:20:30.456Z')
function seconds(time: string) {
  return Date.parse(time) / 1000
}

function parse(query: string) {
  return parseChanges(parseQueryParameters(`?${query}`), now)
}
function parseSince(changedSince: string) {
  return parse(`entities=Customer&changedSince=${changedSince}`).since
}
function getFault(query: string) {
  try {
    parse(query)
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, element: error.element }
    throw error
  }
  return undefined
}

describe('changedSince', () => {
  it.each([
    ['a date, from its first instant', '2026-03-01', '2026-03-01T00:00:00Z'],
    ['UTC', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['milliseconds', '2026-03-01T10:00:00.999Z', '2026-03-01T10:00:00Z'],
    ['an escaped offset', '2026-03-01T05:30:00%2B05:30', '2026-03-01T00:00:00Z'],
    ['an offset with a raw plus sign', '2026-03-01T05:30:00+05:30', '2026-03-01T00:00:00Z'],
    ['an offset with a raw plus sign and milliseconds', '2026-03-01T05:30:00.123+0530', '2026-03-01T00:00:00Z'],
    ['an offset of whole hours', '2026-03-01T05:00:00%2B05', '2026-03-01T00:00:00Z'],
    ['an offset of whole hours with a raw plus sign', '2026-03-01T05:00:00+05', '2026-03-01T00:00:00Z'],
    ['an offset to the west', '2026-03-01T00:00:00-08:00', '2026-03-01T08:00:00Z'],
    ['an offset to the west, all escaped', '2026-03-01T00%3A00%3A00-08%3A00', '2026-03-01T08:00:00Z'],
    ['no zone, which is UTC', '2026-03-01T00%3A00%3A00', '2026-03-01T00:00:00Z'],
    ['no seconds', '2026-03-01T09:15', '2026-03-01T09:15:00Z'],
    ['a small t and z', '2026-03-01t09:15:00z', '2026-03-01T09:15:00Z'],
    ['spaces around it', '+2026-03-01+', '2026-03-01T00:00:00Z'],
    ['a time in the future', '2026-12-24T00:00:00Z', '2026-12-24T00:00:00Z'],
    ['the year 9999', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ])('accepts %s', (_what, text, time) => {
    expect(parseSince(text)).toBe(seconds(time))
  })

  it.each([
    [' no value', 'entities=Customer'],
    [' an empty value', 'entities=Customer&changedSince='],
    [' a blank value', 'entities=Customer&changedSince=%20'],
    [' a word', 'entities=Customer&changedSince=yesterday'],
    [' a number', 'entities=Customer&changedSince=1773655200'],
    [' a month', 'entities=Customer&changedSince=2026-03'],
    [' an invalid day', 'entities=Customer&changedSince=2026-02-29'],
    [' an invalid hour', 'entities=Customer&changedSince=2026-03-01T24:00:00Z'],
    [' an invalid zone', 'entities=Customer&changedSince=2026-03-01T10:00:00-99:99'],
    [' a zone by its name', 'entities=Customer&changedSince=2026-03-01T10:00:00PST'],
    [' an American date', 'entities=Customer&changedSince=03/01/2026'],
    [' quotes', "entities=Customer&changedSince='2026-03-01'"],
    [' two values', 'entities=Customer&changedSince=2026-03-01&changedSince=2026-03-02'],
    [' a very long value', `entities=Customer&changedSince=${'2026-03-01'.repeat(10_000)}`],
  ])('rejects%s [dp-7.2:CDC_INVALID_CHANGED_SINCE] [dp-4.5:1]', (_what, query) => {
    expect(getFault(query)).toEqual({ code: 'CDC_INVALID_CHANGED_SINCE', element: 'changedSince' })
  })

  it('allows a time up to 30 days ago, to the second [dp-4.5:1] [dp-8:8]', () => {
    expect(parseSince('2026-02-14T10:20:30Z')).toBe(seconds('2026-02-14T10:20:30Z'))
    expect(getFault('entities=Customer&changedSince=2026-02-14T10:20:29Z')).toMatchObject({
      code: 'CDC_INVALID_CHANGED_SINCE',
    })
  })

  it('allows a date up to 30 days ago [dp-4.5:1] [dp-8:8]', () => {
    expect(parseSince('2026-02-14')).toBe(seconds('2026-02-14T00:00:00Z'))
    expect(getFault('entities=Customer&changedSince=2026-02-13')).toMatchObject({ code: 'CDC_INVALID_CHANGED_SINCE' })
  })

  it('parses any text to a time or a documented fault', () => {
    const pieces = ['2026', '03', '-', 'T', ' ', ':', '+', '.', 'Z', '00', '%', '\u0000', '99', '日', "'"]
    const shape = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...pieces)).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(shape, (text) => {
        const query = `entities=Customer&${new URLSearchParams({ changedSince: text })}`
        const fault = getFault(query)
        if (fault === undefined) expect(Number.isSafeInteger(parse(query).since)).toBe(true)
        else expect(fault.code).toBe('CDC_INVALID_CHANGED_SINCE')
      }),
      { numRuns: 1000 },
    )
  })

  it('accepts every time of the last 30 days in every notation', () => {
    const moment = fc.integer({ min: seconds('2026-02-14T10:20:30Z'), max: seconds('2026-03-16T10:20:30Z') })
    const offset = fc.integer({ min: -12 * 60, max: 14 * 60 })
    fc.assert(
      fc.property(moment, offset, fc.constantFrom('%2B', '+'), (at, minutes, plus) => {
        const local = new Date((at + minutes * 60) * 1000).toISOString().slice(0, 19)
        const apart = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
        expect(parseSince(`${local}${minutes < 0 ? '-' : plus}${apart}`)).toBe(at)
      }),
    )
  })
})

describe('entities', () => {
  it.each([
    ['missing', 'changedSince=2026-03-01'],
    ['empty', 'entities=&changedSince=2026-03-01'],
    ['only commas and spaces', 'entities=,%20,,&changedSince=2026-03-01'],
    ['missing, with an invalid time', 'changedSince=never'],
  ])('rejects entities that are %s [dp-7.2:CDC_INVALID_ENTITIES] [dp-4.5:Entities]', (_what, query) => {
    expect(getFault(query)).toEqual({ code: 'CDC_INVALID_ENTITIES', element: 'entities' })
  })

  it('returns each name once, as it was first written [dp-4.5:Dedup]', () => {
    const query = 'ENTITIES=invoice, Customer,,INVOICE&entities=Bill,customer&changedSince=2026-03-01'
    expect(parse(query).entities).toEqual(['invoice', 'Customer', 'Bill'])
  })
})
