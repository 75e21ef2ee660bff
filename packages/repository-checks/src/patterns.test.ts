import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { analyzePattern } from './analyze-pattern.ts'
import { formatFinding } from './finding.ts'
import { findSlowPatterns, recordPatterns } from './patterns.ts'
import { repositoryFrom } from './repository.ts'

async function check(texts: Record<string, string>, analyze = analyzePattern) {
  const folder = `${mkdtempSync(path.join(tmpdir(), 'patterns-'))}/`
  const names = Object.keys(texts).map((file) => [file, file.replaceAll('/', '-')] as const)
  for (const [file, name] of names) writeFileSync(`${folder}${name}`, texts[file] ?? '')
  const findings = await findSlowPatterns(repositoryFrom(texts), {
    analyze: (pattern) => analyze(pattern),
    record: async (files) => {
      const recorded = await recordPatterns(
        files.map((file) => file.replaceAll('/', '-')),
        folder,
      )
      return recorded.map((pattern) => ({
        ...pattern,
        file: names.find(([, name]) => name === pattern.file)?.[0] ?? '',
      }))
    },
  })
  return findings.map(formatFinding)
}

const file = 'packages/server/src/http/read.ts'

it('reports a quadratic literal', async () => {
  const [finding, ...others] = await check({ [file]: 'export const isBlank = (text) =>\n  /\\s+$/.test(text)' })
  expect(finding).toContain(`${file}:2  The pattern /\\s+$/ takes time of the 2nd degree polynomial`)
  expect(others).toEqual([])
})

it('reports a quadratic pattern that a module makes of texts', async () => {
  const text = "const blank = ['\\\\s', '\\\\t'].join('|')\nexport const end = new RegExp('(?:' + blank + ')+$', 'g')"
  expect(await check({ [file]: text })).toEqual([
    expect.stringContaining(`${file}:2  The pattern /(?:\\s|\\t)+$/g takes time of`),
  ])
})

it('reports a pattern that a function makes of a text', async () => {
  const text = "const end = (text) => new RegExp(text + '$')\nexport const point = end('x')"
  expect(await check({ [file]: text })).toEqual([
    expect.stringContaining(`${file}:1  The pattern is not known before its function is called.`),
  ])
})

it('reports the patterns of a module that does not load', async () => {
  const text = "export const end = new RegExp(text)\nexport { text } from './none.ts'"
  expect(await check({ [file]: text })).toEqual([expect.stringContaining(`${file}:1  The pattern is not known`)])
})

it('reports a pattern that cannot be analyzed', async () => {
  const analyze = async () => 'cannot be analyzed (timeout)'
  expect(await check({ [file]: 'export const a = /a/' }, analyze)).toEqual([
    `${file}:1  The pattern /a/ cannot be analyzed (timeout).`,
  ])
})

it('accepts linear patterns', async () => {
  const text =
    "export const word = /^\\w+$/\nexport const names = ['a', 'b'].map((name) => new RegExp('^' + name + '+$'))"
  expect(await check({ [file]: text })).toEqual([])
})

it('accepts any pattern of a test and of a tool', async () => {
  const text = 'export const end = /\\s+$/'
  expect(
    await check({
      'packages/server/src/http/read.test.ts': text,
      'packages/server/test/read.fixture.ts': text,
      'packages/bench/src/read.ts': text,
    }),
  ).toEqual([])
})
