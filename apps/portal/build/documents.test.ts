import { expect, it } from 'vitest'
import { documentationRoutes } from '../test/routes.ts'
import { maxChapterBytes } from './chapters.ts'
import { writeDocuments } from './documents.ts'

function renderPage(path: string) {
  const html = `<main><article data-documentation="true"><h1>${path}</h1><p>Text.</p></article></main>`
  return { path, html }
}

it('lists a page of each kind in the index for language models, and writes it as Markdown', () => {
  const documents = writeDocuments(documentationRoutes.map(renderPage), [])
  const index = documents.get('/llms.txt') ?? ''
  expect(documentationRoutes.filter((path) => !index.includes(`${path}.md)`))).toEqual([])
  expect(documentationRoutes.filter((path) => !documents.has(`${path}.md`))).toEqual([])
})

it('writes the documentation in full by chapter, in files that an assistant can read', () => {
  const text = 'Twenty characters. '.repeat(5_000)
  const pages = ['a', 'b', 'c', 'd', 'e'].map((name) => `/docs/entities/${name}`)
  const rendered = pages.map((path) => ({ path, html: renderPage(path).html.replace('Text.', text) }))
  const documents = writeDocuments([renderPage('/docs/guides/batch'), ...rendered], [])
  const files = [...documents].filter(([path]) => path.startsWith('/docs/llms-full/'))
  expect(files.map(([path]) => path)).toEqual([
    '/docs/llms-full/guides.txt',
    '/docs/llms-full/entities-1.txt',
    '/docs/llms-full/entities-2.txt',
  ])
  for (const [path, file] of files) {
    expect(Buffer.byteLength(file), path).toBeLessThanOrEqual(maxChapterBytes)
    for (const index of ['/llms.txt', '/llms-full.txt']) expect(documents.get(index)).toContain(`}}${path})`)
  }
  const all = files.map(([, file]) => file).join('')
  for (const path of pages) expect(all).toContain(`# ${path}`)
})
