import { describe, expect, it } from 'vitest'
import { findAxisEnd, pickLabels } from './chart-axis.ts'

describe('the axis of a chart', () => {
  it.each([
    [0, 4],
    [1, 4],
    [4, 4],
    [5, 8],
    [13, 20],
    [41, 100],
    [100, 120],
    [342, 400],
    [3_408, 4_000],
    [401, 1_000],
    [999_999, 1_000_000],
  ])('for %d ends at %d', (largest, end) => {
    expect(findAxisEnd(largest)).toBe(end)
  })

  it('ends above every value, in quarters without decimals', () => {
    for (let largest = 0; largest < 20_000; largest += 7) {
      const end = findAxisEnd(largest)
      expect(end).toBeGreaterThanOrEqual(largest)
      expect(end % 4).toBe(0)
    }
  })
})

describe('the labels of a chart', () => {
  it('are all shown below a few bars', () => {
    expect(pickLabels(['a', 'b'])).toEqual(['a', 'b'])
  })

  it('include the first and the last below many', () => {
    const picked = pickLabels(Array.from({ length: 30 }, (_, index) => String(index)))
    expect(picked).toEqual(['0', '6', '12', '17', '23', '29'])
  })
})
