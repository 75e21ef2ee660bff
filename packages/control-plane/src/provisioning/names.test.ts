import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namedOperations } from './operations.ts'

/** What users call something, in the input of any operation. */
const nameFields = ['name', 'label']

const named = Object.entries(namedOperations).flatMap(([operation, { input }]) =>
  Object.entries((input as z.ZodObject).shape ?? {})
    .filter(([field]) => nameFields.includes(field))
    .map(([field, schema]) => ({ operation, field, schema })),
)

describe('every name', () => {
  it('is in this list', () => {
    expect(named.map(({ operation, field }) => `${operation}.${field}`).sort()).toMatchInlineSnapshot(`
      [
        "createAgentToken.label",
        "createApiKey.name",
        "createClient.name",
        "createConnectorCredential.label",
        "createOrganization.name",
        "createRealm.name",
        "renameOrganization.name",
        "renameRealm.name",
        "updateAccount.name",
        "updateClient.name",
      ]
    `)
  })

  it.each(named)('has no hidden characters: $field of $operation', ({ schema }) => {
    const messages = (name: string) => z.safeParse(schema, name).error?.issues.map(({ message }) => message)
    for (const hidden of ['\u202E', '\u2066', '\u200B', '\u200F', '\uFEFF', '\u0000', '\u0085'])
      expect(messages(`Acme${hidden}!`)?.join()).toMatch(
        /^must not contain U\+[0-9A-F]{4} \(.+\), which is character 5$/,
      )
    expect(messages('שלום & Söhne 株式会社')).toBeUndefined()
  })
})
