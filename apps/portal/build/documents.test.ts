import { expect, it } from 'vitest'
import { documentationRoutes } from '../test/routes.ts'
import { writeDocuments } from './documents.ts'
import type { UnwrittenResource } from './unwritten-resource.ts'

function toPage(path: string): UnwrittenResource {
  const body = Buffer.from(`<main><article data-documentation="true"><h1>${path}</h1><p>Text.</p></article></main>`)
  return { path, variant: 'page', type: 'text/html', status: 200, headers: {}, hasBaseUrl: false, body }
}

it('lists a page of each kind in the index for language models, and writes it as Markdown', () => {
  const documents = writeDocuments(documentationRoutes.map(toPage))
  const index = documents.find(({ path }) => path === '/llms.txt')?.body.toString('utf8') ?? ''
  expect(documentationRoutes.filter((path) => !index.includes(`${path}.md)`))).toEqual([])
  const paths = documents.map(({ path }) => path)
  expect(documentationRoutes.filter((path) => !paths.includes(`${path}.md`))).toEqual([])
})
