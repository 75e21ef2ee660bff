import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRepository } from '../files/repository.ts'

function measure(png: Buffer): string {
  return `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}`
}

it.each([
  ['apps/portal/app/apple-icon.png', '180 × 180'],
  ['apps/portal/features/welcome/shared-link.png', '1200 × 630'],
])('%s has %s pixels', (file, size) => {
  expect(measure(readFileSync(inRepository(file)))).toBe(size)
})

it('favicon.ico has the sizes of tabs, task bars and desktops', () => {
  const icons = readFileSync(inRepository('apps/portal/app/favicon.ico'))
  const sizes = Array.from({ length: icons.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + index * 16
    const start = icons.readUInt32LE(entry + 12)
    return measure(icons.subarray(start, start + icons.readUInt32LE(entry + 8)))
  })
  expect(sizes).toEqual(['16 × 16', '32 × 32', '48 × 48'])
})
