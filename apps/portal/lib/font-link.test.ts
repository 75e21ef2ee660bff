import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findFontLink } from './font-link.ts'

it('names the font of the text among the files of a build', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['inter-latin-ext-wght-normal.1a.woff2', 'inter-latin-wght-normal.2b.woff2', 'icon.3c.svg'])
    await writeFile(path.join(folder, name), '')
  expect(findFontLink(folder)).toBe(
    '</_next/static/media/inter-latin-wght-normal.2b.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
  )
})

it('names none without a build', () => {
  expect(findFontLink('/no/such/folder')).toBeUndefined()
})
