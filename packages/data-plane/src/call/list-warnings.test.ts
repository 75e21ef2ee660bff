import { describe, expect, it } from 'vitest'
import { formatWarningHeader, listWarnings } from './list-warnings.ts'

const outcome = { body: {}, warnings: ['one'], taxWarnings: ['tax'], differences: ['A', 'Line[0].Received'] }

describe('formatWarningHeader', () => {
  it('prints at most 500 ASCII characters, letters as their code points [dp-8:12]', () => {
    expect(formatWarningHeader({ body: {}, warnings: ['a', 'b'] })).toBe('a; b')
    expect(formatWarningHeader({ body: {}, warnings: ['Größe\r\n日: 1 😀'] })).toBe('GrU+00F6U+00DFe U+65E5: 1 U+1F600')
    expect(formatWarningHeader({ body: {}, warnings: ['x'.repeat(600)] })).toHaveLength(500)
    expect(formatWarningHeader({ body: {}, warnings: [] })).toBe('')
  })

  it('names fields not kept after the other warnings', () => {
    expect(formatWarningHeader(outcome)).toBe('one; tax; Not kept as sent: A, Line[0].Received')
  })

  it('counts fields that do not fit', () => {
    const differences = Array.from({ length: 100 }, (_, index) => `Line[${index}].Received`)
    const header = formatWarningHeader({ body: {}, warnings: [], differences })
    expect(header.length).toBeLessThanOrEqual(500)
    const named = header.match(/Line\[\d+\]\.Received/g) ?? []
    expect(header).toMatch(new RegExp(`Received and ${100 - named.length} more$`))
    expect(named.length).toBeGreaterThan(20)
    const crowded = formatWarningHeader({ body: {}, warnings: ['x'.repeat(600)], differences })
    expect(crowded).toHaveLength(500)
    expect(crowded).toMatch(/; 100 fields not kept as sent$/)
  })
})

describe('listWarnings', () => {
  it('lists every field not kept', () => {
    const differences = Array.from({ length: 100 }, (_, index) => `Line[${index}].Received`)
    expect(listWarnings({ body: {}, warnings: [], differences })).toEqual([
      `Not kept as sent: ${differences.join(', ')}`,
    ])
  })

  it('omits tax warnings for a batch item [dp-4.2-warnings.2]', () => {
    expect(listWarnings(outcome, 'item')).toEqual(['one', 'Not kept as sent: A, Line[0].Received'])
  })
})
