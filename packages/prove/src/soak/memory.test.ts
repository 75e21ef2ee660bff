import { describe, expect, it } from 'vitest'
import { isEvaluated, isFlat, type MemorySample, summarizeMemory } from './memory.ts'

const mebibyte = 1024 * 1024

/** Returns one sample per second, with the heap and resident memory in MiB at that second. */
function live(
  seconds: number,
  { program = 'server 1', startedAt = 1 }: Partial<MemorySample> = {},
  heap: (second: number) => number = () => 50,
  rss: (second: number) => number = () => 150,
): readonly MemorySample[] {
  return Array.from({ length: seconds }, (_, second) => ({
    program,
    startedAt,
    at: startedAt * 1_000_000 + second * 1_000,
    heap: heap(second) * mebibyte,
    rss: rss(second) * mebibyte,
  }))
}

describe('summarizeMemory', () => {
  it('has the least of each third of a life, after its first half minute', () => {
    const heap = (second: number) => (second < 30 ? 1 : second) + (second % 2) * 100
    expect(summarizeMemory(live(120, {}, heap))).toMatchObject([
      {
        program: 'server 1',
        lifeMs: 89_000,
        heap: { start: 30 * mebibyte, middle: 60 * mebibyte, end: 90 * mebibyte },
      },
    ])
  })

  it('has every life that is long enough to be evaluated', () => {
    const samples = [...live(220), ...live(300, { startedAt: 2 }), ...live(100, { startedAt: 3 })]
    expect(summarizeMemory(samples).map(({ lifeMs }) => lifeMs)).toEqual([269_000, 189_000])
  })

  it('has the longest life of a program whose lives are all short', () => {
    const samples = [...live(50), ...live(100, { startedAt: 2 })]
    expect(summarizeMemory(samples).map((row) => [row.lifeMs, isEvaluated(row)])).toEqual([[69_000, false]])
  })

  it('has no row of a program without metrics', () => {
    const samples = [...live(20), ...live(300, { program: 'gateway 1', startedAt: Number.NaN })]
    expect(summarizeMemory(samples)).toEqual([])
  })
})

describe('isFlat', () => {
  const row = (heap: number, rss: number) => ({
    program: 'server 1' as const,
    lifeMs: 200_000,
    heap: { start: 0, middle: 50 * mebibyte, end: heap * mebibyte },
    rss: { start: 0, middle: 150 * mebibyte, end: rss * mebibyte },
  })

  it('allows a heap and resident memory that vary', () => {
    expect(isFlat(row(80, 280))).toBe(true)
  })

  it('finds a heap that grows', () => {
    expect(isFlat(row(90, 150))).toBe(false)
  })

  it('finds memory outside of the heap that grows', () => {
    expect(isFlat(row(50, 300))).toBe(false)
  })
})
