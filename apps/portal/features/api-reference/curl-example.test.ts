import { execFileSync } from 'node:child_process'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { describe, expect, it } from 'vitest'
import { apiSurfaces, findApiTag, schemaHref } from './api-catalogue.ts'
import { curlExample } from './curl-example.ts'
import { schemaRows } from './schema-rows.ts'

const document = createOpenApi('https://bridge.test')
const calls = apiSurfaces(document).flatMap(({ tags }) => tags.flatMap((tag) => tag.calls))

function createExample(operationId: string): string {
  const call = calls.find(({ operation }) => operation.operationId === operationId)
  return call ? curlExample(call) : expect.fail(`The document has no operation ${operationId}.`)
}

describe('the API catalogue', () => {
  it('contains every operation of the document once, with a unique ID', () => {
    const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual(
      documented.map(({ operationId }) => operationId).sort(),
    )
    expect(new Set(calls.map(({ operation }) => operation.operationId)).size).toBe(calls.length)
  })

  it('links every schema to a page that documents it', () => {
    for (const name of Object.keys(document.components.schemas)) {
      const [, page = ''] = /^\/docs\/api\/?(\w*)#/.exec(schemaHref(name)) ?? expect.fail(name)
      if (page !== '') expect(findApiTag(document, page)?.title).toBe(name)
    }
  })
})

describe('curlExample', () => {
  it('is valid shell syntax for every operation', () => {
    const script = calls.map(curlExample).join('\n')
    execFileSync('sh', ['-n'], { input: script })
    expect(script).not.toContain('undefined')
  })

  it('sends the API key, the body and the session as the operation requires', () => {
    expect(createExample('listRealms')).toBe(`curl "$BASE_URL/admin/v1/realms" \\
  -H "x-api-key: $API_KEY" \\
  --get \\
  --data-urlencode "orgId=$ORG_ID"`)
    expect(createExample('createClient')).toBe(`curl "$BASE_URL/admin/v1/clients" \\
  -H "x-api-key: $API_KEY" \\
  -H "Content-Type: application/json" \\
  --data @- <<END
{
  "orgId": "$ORG_ID",
  "name": "$NAME",
  "redirectUris": [
    "$REDIRECT_URI"
  ]
}
END`)
    expect(createExample('updateSettings')).toContain('curl -X PATCH "$BASE_URL/admin/v1/realms/$REALM_ID/settings"')
    expect(createExample('revokeApiKey')).toBe(`curl -X DELETE "$BASE_URL/admin/v1/api-keys/$ID" \\
  -b "next-auth.session-token=$SESSION" \\
  -H "Origin: $BASE_URL"`)
  })

  it('sends access tokens, queries, files and client credentials for an integration', () => {
    expect(createExample('getQuery')).toBe(`curl "$BASE_URL/v3/company/$REALM_ID/query" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  --get \\
  --data-urlencode "query=SELECT * FROM Customer WHERE Active = true MAXRESULTS 10"`)
    expect(createExample('writeInvoice')).toBe(`curl "$BASE_URL/v3/company/$REALM_ID/invoice" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  --data @invoice.json`)
    expect(createExample('issueTokens')).toBe(`curl "$BASE_URL/oauth2/v1/tokens" \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  --data-urlencode "grant_type=authorization_code" \\
  --data-urlencode "code=$CODE" \\
  --data-urlencode "redirect_uri=$REDIRECT_URI"`)
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
