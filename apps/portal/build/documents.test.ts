import { expect, it } from 'vitest'
import { documentationRoutes } from '../test/routes.ts'
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
