// Writes the OpenAPI document for `next build`, whose pages have no server to ask.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { apiDocumentFile } from '../lib/api-document.ts'

const file = path.resolve(import.meta.dirname, '..', apiDocumentFile)
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(createOpenApi('http://localhost:3000')))
