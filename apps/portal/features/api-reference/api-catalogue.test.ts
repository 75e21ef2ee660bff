import { createOpenApi } from '@bridge/server/openapi/openapi'
import { describe, expect, it } from 'vitest'
import { apiSurfaces, findApiTag, pageSchemas, schemaHref, toWords } from './api-catalogue.ts'
import { listWriteFields } from './listed-fields.ts'
import { describeType, schemaRows } from './schema-rows.ts'

const document = createOpenApi('https://bridge.test')
const tags = apiSurfaces(document).flatMap((surface) => surface.tags)
const calls = tags.flatMap((tag) => tag.calls)

describe('the API catalogue', () => {
  it('contains every operation of the document once, with a unique ID', () => {
    const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual(
      documented.map(({ operationId }) => operationId).sort(),
    )
    expect(new Set(calls.map(({ operation }) => operation.operationId)).size).toBe(calls.length)
  })

  it('gives every tag a separate page', () => {
    for (const tag of tags) expect(findApiTag(document, tag.href.split('/').at(-1) ?? '')?.calls).toEqual(tag.calls)
  })

  it('links every schema that a page refers to', () => {
    for (const tag of tags) {
      const onPage = new Set(pageSchemas(document, tag))
      const referred = [...JSON.stringify(tag.calls).matchAll(/components\/schemas\/(\w+)/g)].map(
        ([, name = '']) => name,
      )
      for (const name of referred) {
        const [, page = '', anchor = ''] = /^(?:\/docs\/api\/?(\w*))?#(.*)$/.exec(schemaHref(name)) ?? expect.fail(name)
        if (schemaHref(name).startsWith('#'))
          expect([tag.title, [...onPage]]).toEqual([tag.title, expect.arrayContaining([name])])
        else if (page !== '') {
          const found = findApiTag(document, page) ?? expect.fail(page)
          const anchors = [
            ...pageSchemas(document, found).map((each) => `schema-${each}`),
            ...found.calls.map(({ operation }) => operation.operationId),
          ]
          expect(anchors).toContain(anchor)
        }
      }
    }
  })

  it('names endpoints in words', () => {
    const words = Object.fromEntries(calls.map(({ operation }) => [operation.operationId, toWords(operation)]))
    expect(words).toMatchObject({
      createAgentToken: 'Create agent token',
      createApiKey: 'Create API key',
      writeJournalEntry: 'Write JournalEntry',
      readCompanyInfoSingle: 'Read CompanyInfo',
    })
  })
})

describe('listWriteFields', () => {
  const fields = listWriteFields(document, 'Invoice')
  const find = (path: string) => fields.find((field) => field.path === path)

  it('lists required, writable and read-only fields of a write, with what QuickBooks Desktop does with them', () => {
    expect(fields[0]).toMatchObject({ path: 'CustomerRef', facts: ['required'], element: 'CustomerRef' })
    expect(find('DocNumber')).toMatchObject({ type: 'string, up to 11 characters', element: 'RefNumber' })
    expect(find('Balance')?.facts).toEqual(['read-only'])
    expect(find('SyncToken')?.facts).toContain('required to update')
    expect(find('Line[].SalesItemLineDetail.Qty')).toMatchObject({ type: 'number' })
  })

  it('lists fields of every entity that can be written', () => {
    const written = tags.filter(({ title, calls: own }) =>
      own.some(({ operation }) => operation.operationId === `write${title}`),
    )
    expect(written.length).toBeGreaterThan(20)
    for (const { title } of written)
      expect([title, listWriteFields(document, title).length]).toEqual([title, expect.any(Number)])
  })
})

describe('describeType', () => {
  it('says each type once', () => {
    const types = calls.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema }) => schemaRows(schema).map(({ type }) => type)),
      ),
    )
    expect(types.length).toBeGreaterThan(300)
    for (const type of types) {
      const alternatives = type.split(' or ')
      expect(alternatives).toEqual([...new Set(alternatives)])
    }
    expect(describeType({ type: ['string', 'null'], maxLength: 4 })).toBe('string or null, up to 4 characters')
  })
})

describe('schemaRows', () => {
  it('lists each field of a schema once by its path and links to referenced schemas', () => {
    const schema = {
      type: 'object',
      properties: {
        client: {
          type: 'object',
          properties: { redirectUris: { type: 'array', maxItems: 10, items: { type: 'string' } } },
          required: ['redirectUris'],
        },
        events: {
          type: 'array',
          items: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } },
        },
        problem: { $ref: '#/components/schemas/Problem' },
      },
    }
    expect(schemaRows(schema).map(({ path, type, required }) => [path, type, required])).toEqual([
      ['client', 'object', false],
      ['client.redirectUris', 'array of string, up to 10 items', true],
      ['events', 'array of object', false],
      ['events[].at', 'date-time', false],
      ['problem', 'Problem', false],
    ])
    expect(schemaRows(schema).at(-1)?.schemaName).toBe('Problem')
  })
})
