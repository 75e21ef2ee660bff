import { nameSchema } from '@bridge/identity/access/name'
import { parseInput } from '@bridge/identity/access/parse-input'
import { instantSchema } from '@bridge/identity/access/shapes'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { redirectUrisSchema } from './redirect-uri.ts'

const schema = z.strictObject({
  name: nameSchema(80),
  redirectUris: redirectUrisSchema.optional(),
  template: z.enum(['sample', 'empty']).optional(),
  role: z.enum(['owner', 'admin', 'member']).optional(),
  limit: z.int().min(1).max(100).optional(),
  logs: z.boolean().optional(),
  since: instantSchema.optional(),
  nested: z.strictObject({ list: z.array(z.strictObject({ id: z.string().max(3) })).max(1) }).optional(),
})

function findProblem(input: unknown) {
  try {
    parseInput(schema, input)
  } catch (error) {
    const { code, message, fields } = error as { code: string; message: string; fields: { field?: string } }
    return { code, message, field: fields.field }
  }
  return undefined
}

describe('an invalid field [cp-7:invalid_request]', () => {
  it.each<[unknown, string | undefined, string]>([
    [{}, 'name', 'name is required.'],
    [{ name: 7 }, 'name', 'name must be text.'],
    [{ name: ' ' }, 'name', 'name must not be empty.'],
    [{ name: 'x'.repeat(81) }, 'name', 'name must be at most 80 characters.'],
    [{ name: 'a\u0000b' }, 'name', 'name must not contain U+0000 (null), which is character 2.'],
    [{ name: 'a', foo: 1 }, 'foo', 'foo is not a known field.'],
    [{ name: 'a', redirectUris: 'x' }, 'redirectUris', 'redirectUris must be a list.'],
    [{ name: 'a', redirectUris: [] }, 'redirectUris', 'redirectUris must have at least one redirect URI.'],
    [
      { name: 'a', redirectUris: ['https://app.example/cb', '/cb'] },
      'redirectUris[1]',
      'redirectUris[1] must be an absolute URL.',
    ],
    [
      { name: 'a', redirectUris: ['/cb', 'https://app.example/cb', 'https://app.example/*'] },
      'redirectUris[0]',
      'redirectUris[0] must be an absolute URL. redirectUris[2] must not contain a wildcard.',
    ],
    [{ name: 'a', template: 'other' }, 'template', 'template must be "sample" or "empty".'],
    [{ name: 'a', role: 'king' }, 'role', 'role must be one of "owner", "admin", "member".'],
    [{ name: 'a', limit: 0 }, 'limit', 'limit must be at least 1.'],
    [{ name: 'a', limit: 101 }, 'limit', 'limit must be at most 100.'],
    [{ name: 'a', limit: 1.5 }, 'limit', 'limit must be a whole number.'],
    [{ name: 'a', logs: 'yes' }, 'logs', 'logs must be true or false.'],
    [{ name: 'a', since: 'today' }, 'since', 'since must be a time such as 2026-03-01T09:00:00Z.'],
    [{ name: 'a', since: '0000-12-31T23:59:59Z' }, 'since', 'since must not be before the year 1.'],
    [
      { name: 'a', nested: { list: [{ id: 'long' }] } },
      'nested.list[0].id',
      'nested.list[0].id must be at most 3 characters.',
    ],
    [
      { name: 'a', nested: { list: [{ id: 'a', more: 1 }] } },
      'nested.list[0].more',
      'nested.list[0].more is not a known field.',
    ],
    [[], undefined, 'The input must be an object.'],
  ])('of %j is named %s, in our words', (input, field, message) => {
    expect(findProblem(input)).toEqual({ code: 'invalid_request', field, message })
  })
})
