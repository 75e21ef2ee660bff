import { execFileSync } from 'node:child_process'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { expect, it } from 'vitest'
import { apiSurfaces, findApiTag, schemaHref } from './api-catalogue.ts'
import { curlExample } from './curl-example.ts'
import { schemaRows } from './schema-rows.ts'

const document = createOpenApi('https://bridge.test')
const calls = apiSurfaces(document).flatMap(({ tags }) => tags.flatMap((tag) => tag.calls))

function exampleOf(operationId: string): string {
  const call = calls.find(({ operation }) => operation.operationId === operationId)
  return call ? curlExample(call) : expect.fail(`there is no ${operationId}`)
}

it('holds every call of the document once, under an id of its own', () => {
  const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual(
    documented.map(({ operationId }) => operationId).sort(),
  )
  expect(new Set(calls.map(({ operation }) => operation.operationId)).size).toBe(calls.length)
})

it('leads from every schema to a page that shows it', () => {
  for (const name of Object.keys(document.components.schemas)) {
    const [, page = ''] = /^\/docs\/api\/?(\w*)#/.exec(schemaHref(name)) ?? expect.fail(name)
    if (page !== '') expect(findApiTag(document, page)?.title).toBe(name)
  }
})

it('types every call so that a shell takes it', () => {
  const script = calls.map(curlExample).join('\n')
  execFileSync('sh', ['-n'], { input: script })
  expect(script).not.toContain('undefined')
})

it('types a read with an API key, a write with its body, and what needs a session', () => {
  expect(exampleOf('listRealms')).toBe(`curl "$BASE_URL/admin/v1/realms" \\
  -H "x-api-key: $API_KEY" \\
  --get \\
  --data-urlencode "orgId=$ORG_ID"`)
  expect(exampleOf('createClient')).toBe(`curl "$BASE_URL/admin/v1/clients" \\
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
  expect(exampleOf('updateSettings')).toContain('curl -X PATCH "$BASE_URL/admin/v1/realms/$REALM_ID/settings"')
  expect(exampleOf('revokeApiKey')).toBe(`curl -X DELETE "$BASE_URL/admin/v1/api-keys/$ID" \\
  -b "next-auth.session-token=$SESSION" \\
  -H "Origin: $BASE_URL"`)
})

it('types the calls of an integration', () => {
  expect(exampleOf('getQuery')).toBe(`curl "$BASE_URL/v3/company/$REALM_ID/query" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  --get \\
  --data-urlencode "query=SELECT * FROM Customer WHERE Active = true MAXRESULTS 10"`)
  expect(exampleOf('writeInvoice')).toBe(`curl "$BASE_URL/v3/company/$REALM_ID/invoice" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  --data @invoice.json`)
  expect(exampleOf('issueTokens')).toBe(`curl "$BASE_URL/oauth2/v1/tokens" \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  --data-urlencode "grant_type=authorization_code" \\
  --data-urlencode "code=$CODE" \\
  --data-urlencode "redirect_uri=$REDIRECT_URI"`)
})

it('tells the members of a schema by their path, each once, with a link where they stand elsewhere', () => {
  const schema = {
    type: 'object',
    properties: {
      client: {
        type: 'object',
        properties: { redirectUris: { type: 'array', maxItems: 10, items: { type: 'string' } } },
        required: ['redirectUris'],
      },
      events: { type: 'array', items: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } } },
      refusal: { $ref: '#/components/schemas/Problem' },
    },
  }
  expect(schemaRows(schema).map(({ path, type, required }) => [path, type, required])).toEqual([
    ['client', 'object', false],
    ['client.redirectUris', 'array of text, at most 10 of them', true],
    ['events', 'array of object', false],
    ['events[].at', 'time', false],
    ['refusal', 'Problem', false],
  ])
  expect(schemaRows(schema).at(-1)?.schemaName).toBe('Problem')
})
