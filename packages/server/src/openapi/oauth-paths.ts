import { component, type JsonSchema, json, object, type Paths } from './json-schema.ts'

const text: JsonSchema = { type: 'string' }

const refusal = { default: { description: 'A refusal (RFC 6749).', content: json(component('OAuthError')) } }
const tags = ['oauth2']

const tokens: JsonSchema = object({
  token_type: { const: 'bearer' },
  access_token: text,
  expires_in: { const: 3600 },
  refresh_token: text,
  x_refresh_token_expires_in: { type: 'integer' },
  realmId: text,
})

/** The endpoints of OAuth 2.0 (specification, section 4.1). */
export function oauthPaths(): Paths {
  return {
    '/oauth2/v1/authorize': {
      get: {
        operationId: 'authorize',
        summary: 'Shows the consent page.',
        tags,
        security: [],
        parameters: [
          inQuery('response_type', true, { const: 'code' }),
          inQuery('client_id', true),
          inQuery('redirect_uri', true),
          inQuery('realm_id', true),
          inQuery('state', false),
          inQuery('scope', false),
        ],
        responses: {
          200: { description: 'The page.', content: { 'text/html': { schema: text } } },
          default: { description: 'A page that says what is wrong.', content: { 'text/html': { schema: text } } },
        },
      },
    },
    '/oauth2/v1/tokens': {
      post: {
        operationId: 'issueTokens',
        summary: 'Exchanges a code for tokens, or refreshes them.',
        tags,
        security: [{ client: [] }],
        requestBody: {
          required: true,
          content: form({
            anyOf: [
              object({ grant_type: { const: 'authorization_code' }, code: text, redirect_uri: text }),
              object({ grant_type: { const: 'refresh_token' }, refresh_token: text }),
            ],
          }),
        },
        responses: { 200: { description: 'The tokens.', content: json(tokens) }, ...refusal },
      },
    },
    '/oauth2/v1/revoke': {
      post: {
        operationId: 'revokeToken',
        summary: 'Revokes the connection that a token belongs to.',
        tags,
        security: [{ client: [] }],
        requestBody: { required: true, content: form(object({ token: text })) },
        responses: { 200: { description: 'Done, or there was nothing to revoke.' }, ...refusal },
      },
    },
  }
}

function inQuery(name: string, required: boolean, schema: JsonSchema = text) {
  return {
    name,
    in: 'query',
    required,
    schema,
  }
}

function form(schema: JsonSchema) {
  return { 'application/x-www-form-urlencoded': { schema } }
}
