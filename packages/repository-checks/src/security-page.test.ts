import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function read(file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8')
}

/** Returns the rows of the table below a heading, as texts of their cells. */
function readTable(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = read('docs/security.md').split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const groups = [...read('packages/prove/src/attack/groups.ts').matchAll(/name: '([^']+)'/g)].map(([, name]) => name)
const chapters = readTable('OWASP ASVS 5.0, level 2')

describe('the page about security', () => {
  it('has all chapters', () => {
    expect(chapters).toHaveLength(17)
  })

  it.each(chapters.map(([chapter = '', state = '', , shownBy = '']) => ({ chapter, state, shownBy })))(
    'names tests that exist for $chapter',
    ({ state, shownBy }) => {
      const files = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
      const named = [...shownBy.matchAll(/"([^"]+)"/g)].map(([, group]) => group)
      expect(files.filter((file) => !/\.(?:test|e2e)\.ts$/.test(file) || !existsSync(`${root}/${file}`))).toEqual([])
      expect(named.filter((group) => !groups.includes(group))).toEqual([])
      if (state === 'Met') expect(files.length + named.length).toBeGreaterThan(0)
    },
  )

  it('describes every group of attacks', () => {
    const described = readTable('Attacks that are tried').map(([name]) => name)
    expect(described.toSorted()).toEqual(groups.toSorted())
  })
})
