import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type QuickBooksWindowName, quickBooksWindows } from './quickbooks-windows.ts'
import { drawingWidth, WindowDrawing } from './window-drawing.tsx'

const names = Object.keys(quickBooksWindows) as QuickBooksWindowName[]
const drawings = new URL('../../../../docs/drawings/', import.meta.url)

function draw(name: QuickBooksWindowName): string {
  return renderToStaticMarkup(<WindowDrawing name={name} />)
}

it.each(names)('the drawing %s is the file of the documentation', async (name) => {
  await expect(`${draw(name)}\n`).toMatchFileSnapshot(new URL(`${name}.svg`, drawings).pathname)
})

it.each(names)('the drawing %s has a name, and only colors of the theme', (name) => {
  const svg = draw(name)
  const { caption } = quickBooksWindows[name]
  expect(caption).not.toMatch(/[<>&"]/)
  expect(svg).toContain('role="img"')
  expect(svg).toContain(`aria-label="${caption}"`)
  for (const [, color] of svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)) expect(color).toMatch(/^none$|^var\(--/)
  expect(svg).not.toContain('style=')
})

it.each(names)('the texts of the drawing %s fit into it', (name) => {
  const widest = 6.4
  for (const [, attributes = '', text = ''] of draw(name).matchAll(/<text ([^>]*)>([^<]*)</g)) {
    const x = Number(/x="([\d.]+)"/.exec(attributes)?.[1])
    const length = (text.length * widest) / (attributes.includes('middle') ? 2 : 1)
    expect([text, x + length <= drawingWidth]).toEqual([text, true])
  }
})
