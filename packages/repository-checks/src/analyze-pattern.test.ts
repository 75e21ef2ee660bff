import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { analyzePattern, type PatternText, rememberLinear } from './analyze-pattern.ts'

const zeros = '^[+-]?0*\\.?0*$'

it.each([
  ['of an amount', zeros, ''],
  ['of a list in a header', '\\s*,\\s*', ''],
  ['of a tag that is not closed', '<\\w+(?:Add|Mod|Del|Void)Rs\\b[^>]*>', 'g'],
  ['of a parameter', '\\?(?:.*&)?wsdl(?:[=&]|$)', 'i'],
])('rejects a quadratic pattern: %s', async (_name, source, flags) => {
  expect(await analyzePattern({ source, flags })).toMatch(/^takes time of the 2nd degree polynomial in the length/)
})

it('rejects an exponential pattern', async () => {
  expect(await analyzePattern({ source: '^(a|a)*$', flags: '' })).toContain('exponential')
})

it.each([
  ['of an amount', '^[+-]?0*(?:\\.0*)?$', ''],
  ['of a tag', '<\\w+(?:Add|Mod|Del|Void)Rs\\b[^<>]*>', 'g'],
  ['of a bounded text', '^[\\w-]{1,255}$', ''],
])('accepts a linear pattern: %s', async (_name, source, flags) => {
  expect(await analyzePattern({ source, flags })).toBeUndefined()
})

it('rejects a pattern whose analysis takes too long', async () => {
  expect(await analyzePattern({ source: '^(?:a?){40}\\w+b$', flags: '' }, { timeoutMs: 0 })).toBe(
    'cannot be analyzed (timeout)',
  )
})

it('rejects a pattern that cannot be analyzed', async () => {
  expect(await analyzePattern({ source: '(', flags: '' })).toBe('cannot be analyzed (invalid)')
})

it('remembers linear patterns in a file, and no others', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'patterns-')), 'cache', 'linear.json')
  const analyzed: string[] = []
  const analyze = async ({ source }: PatternText) => {
    analyzed.push(source)
    return source === zeros ? 'is slow' : undefined
  }
  for (const _run of [1, 2]) {
    const cache = rememberLinear(analyze, file)
    expect(await cache.analyze({ source: 'a', flags: '' })).toBeUndefined()
    expect(await cache.analyze({ source: zeros, flags: '' })).toBe('is slow')
    cache.save()
  }
  expect(analyzed).toEqual(['a', zeros, zeros])
})
