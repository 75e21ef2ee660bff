// Writes the documentation rendered by `next build` as Markdown, with the files for language models and search
// engines, the changelog's feed, and the other formats of the OpenAPI document.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { parseChangelog } from '../features/docs/changelog.ts'
import { readRepositoryFile } from '../features/docs/guides.ts'
import { baseUrlPlaceholder, documentsFolder } from '../lib/documents.ts'
import { writeApiDescriptions } from './api-descriptions.ts'
import { type RenderedPage, writeDocuments } from './documents.ts'

const portalFolder = path.resolve(import.meta.dirname, '..')
const rendered = path.join(portalFolder, '.next/server/app')
const target = path.join(portalFolder, documentsFolder)

const pages = readdirSync(rendered, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && !file.startsWith('_'))
  .map((file): RenderedPage => {
    const name = file.slice(0, -'.html'.length).split(path.sep).join('/')
    return { path: `/${name}`, html: readFileSync(path.join(rendered, file), 'utf8') }
  })

rmSync(target, { recursive: true, force: true })
const documents = writeDocuments(pages, parseChangelog(readRepositoryFile('CHANGELOG.md')))
const descriptions = writeApiDescriptions(createOpenApi(baseUrlPlaceholder))
for (const [documentPath, text] of [...documents, ...descriptions]) {
  const file = path.join(target, documentPath)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
