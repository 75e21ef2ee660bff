import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brand } from './brand.ts'
import { styleSheet } from './page-assets.ts'

const portal = new URL('../../../portal/', import.meta.url)

function read(file: string): string {
  return readFileSync(new URL(file, portal), 'utf8')
}

it('has the mark of the portal', () => {
  const [, mark] = /<path d="([^"]+)"/.exec(brand.markup) ?? []
  expect(read('components/brand.tsx')).toContain(`d="${mark}"`)
  expect(read('app/icon.svg')).toContain(`d="${mark}"`)
})

it.each([
  ['--good', '--bridge-success'],
  ['--waiting', '--bridge-warning'],
  ['--bad', '--bridge-danger'],
  ['--focus', '--bridge-info'],
  ['--ink', '--mantine-color-ink-filled'],
  ['--on-ink', '--bridge-on-ink'],
])('the color %s is the portal’s %s, in light and dark', (own, theirs) => {
  const values = (text: string, name: string) => [...text.matchAll(new RegExp(`${name}'?: '?(#[0-9a-f]{3,6})`, 'g'))]
  const [light, dark] = values(read('lib/theme.ts'), theirs).map(([, color]) => color)
  expect(values(styleSheet, own).map(([, color]) => color)).toEqual([light, dark])
})
