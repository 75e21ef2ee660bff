import { type OAuthErrorCode, oauthErrors } from '@bridge/faults'
import { type ErrorSet, errorComponents, errorRefs } from './responses/error-responses.ts'
import { headerRefs } from './responses/headers.ts'
import {
  type DocumentedResponse,
  type JsonSchema,
  jsonContent,
  objectSchema,
  type Paths,
} from './schemas/json-schema.ts'

const text: JsonSchema = { type: 'string' }

const tokenCodes: readonly OAuthErrorCode[] = [
  'invalid_request',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unsupported_grant_type',
  'invalid_client',
  'slow_down',
  'temporarily_unavailable',
  'server_error',
]

const authorizeCodes: readonly OAuthErrorCode[] = [
  'invalid_request',
  'unsupported_response_type',
  'invalid_scope',
  'invalid_target',
  'access_denied',
  'slow_down',
  'temporarily_unavailable',
  'server_error',
]

const tokenErrors = errorSet('OAuthError', tokenCodes)
const authorizeErrors = errorSet('AuthorizeError', authorizeCodes)

function errorSet(name: string, codes: readonly OAuthErrorCode[]): ErrorSet {
  return {
    name,
    schema: 'OAuthError',
    rows: Object.fromEntries(codes.map((code) => [code, oauthErrors[code]])),
    example: (code) => ({ error: code, error_description: oauthErrors[code as OAuthErrorCode].when }),
  }
}

/** Returns the OAuth endpoints' error responses. */
export function oauthResponses(): Readonly<Record<string, DocumentedResponse>> {
  return { ...errorComponents(tokenErrors), ...errorComponents(authorizeErrors) }
}

const page = { 'text/html': { schema: text } }
const tags = ['oauth2']

const issued = {
  token_type: { const: 'bearer' },
  access_token: text,
  expires_in: { type: 'integer' },
  refresh_token: text,
  x_refresh_token_expires_in: { type: 'integer' },
  realmId: text,
}
const tokens: JsonSchema = objectSchema(
  { ...issued, x_refresh_token_hard_expires_in: { type: 'integer' }, scope: text },
  Object.keys(issued),
)

/** Returns the OAuth 2.0 endpoints' paths. */
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
          queryParameter('realm_id', false),
          queryParameter('resource', false),
          queryParameter('state', false),
          queryParameter('scope', false),
        ],
        responses: {
          200: { description: 'The page.', headers: headerRefs(), content: page },
          302: { description: 'A redirect to `redirect_uri` with an error.', headers: headerRefs() },
          ...errorRefs(authorizeErrors),
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
        responses: {
          200: { description: 'The tokens.', headers: headerRefs(), content: jsonContent(tokens) },
          ...errorRefs(tokenErrors),
        },
      },
    },
    '/oauth2/v1/revoke': {
      post: {
        operationId: 'revokeToken',
        summary: 'Revokes the connection that a token belongs to.',
        tags,
        security: [{ client: [] }],
        requestBody: { required: true, content: formContent(objectSchema({ token: text })) },
        responses: {
          200: { description: 'Success, or there was nothing to revoke.', headers: headerRefs() },
          ...errorRefs(tokenErrors),
        },
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
