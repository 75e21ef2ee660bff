import { componentRef, type JsonSchema, jsonContent, objectSchema, type Paths } from './json-schema.ts'

const text: JsonSchema = { type: 'string' }

const errorResponse = {
  default: { description: 'An error (RFC 6749).', content: jsonContent(componentRef('OAuthError')) },
}
const tags = ['oauth2']

const tokens: JsonSchema = objectSchema({
  token_type: { const: 'bearer' },
  access_token: text,
  expires_in: { const: 3600 },
  refresh_token: text,
  x_refresh_token_expires_in: { type: 'integer' },
  realmId: text,
})

/** Returns the paths of the OAuth 2.0 endpoints. */
export function oauthPaths(): Paths {
  return {
    '/oauth2/v1/authorize': {
      get: {
        operationId: 'authorize',
        summary: 'Shows the consent page.',
        tags,
        security: [],
        parameters: [
          queryParameter('response_type', true, { const: 'code' }),
          queryParameter('client_id', true),
          queryParameter('redirect_uri', true),
          queryParameter('realm_id', true),
          queryParameter('state', false),
          queryParameter('scope', false),
        ],
        responses: {
          200: { description: 'The page.', content: { 'text/html': { schema: text } } },
          default: { description: 'A page that explains the error.', content: { 'text/html': { schema: text } } },
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
          content: formContent({
            anyOf: [
              objectSchema({ grant_type: { const: 'authorization_code' }, code: text, redirect_uri: text }),
              objectSchema({ grant_type: { const: 'refresh_token' }, refresh_token: text }),
            ],
          }),
        },
        responses: { 200: { description: 'The tokens.', content: jsonContent(tokens) }, ...errorResponse },
      },
    },
    '/oauth2/v1/revoke': {
      post: {
        operationId: 'revokeToken',
        summary: 'Revokes the connection that a token belongs to.',
        tags,
        security: [{ client: [] }],
        requestBody: { required: true, content: formContent(objectSchema({ token: text })) },
        responses: { 200: { description: 'Success, or there was nothing to revoke.' }, ...errorResponse },
      },
    },
  }
}

function queryParameter(name: string, required: boolean, schema: JsonSchema = text) {
  return {
    name,
    in: 'query',
    required,
    schema,
  }
}

function formContent(schema: JsonSchema) {
  return { 'application/x-www-form-urlencoded': { schema } }
}
