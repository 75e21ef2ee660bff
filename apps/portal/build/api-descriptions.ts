import type { OpenApi } from '@bridge/server'
import { stringify } from 'yaml'
import { baseUrlPlaceholder } from '../lib/documents.ts'
import { writePostmanCollection } from './postman-collection.ts'

/** Writes the other formats of an OpenAPI document, by path. Its addresses begin with the placeholder. */
export function writeApiDescriptions(document: OpenApi): Map<string, string> {
  return new Map([
    ['/openapi.yaml', stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })],
    ['/postman-collection.json', JSON.stringify(writePostmanCollection(document, baseUrlPlaceholder))],
  ])
}
