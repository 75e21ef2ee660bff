import type { OpenApi } from '@bridge/server'
import { type ApiCall, apiSurfaces, toWords } from '../features/api-reference/api-catalogue.ts'
import {
  type ApiSample,
  getSamples,
  listVariables,
  type SampleCredential,
} from '../features/api-reference/samples/api-sample.ts'

/** The schema that Postman's collections name. */
export const postmanSchema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * Writes the samples of the API reference as a collection for Postman and the programs that read its format: a folder per
 * surface and tag, a request per sample with its recorded response, and a variable per value of the reader.
 */
export function writePostmanCollection(document: OpenApi, baseUrl: string) {
  const surfaces = apiSurfaces(document)
  const samples = surfaces.flatMap(({ tags }) => tags.flatMap(({ calls }) => calls.flatMap(getSamples)))
  const variables = new Set([
    ...samples.flatMap(({ credential }) => credentialVariables[credential]),
    ...samples.flatMap(listVariables),
  ])
  return {
    info: { name: document.info.title, description: document.info.description, schema: postmanSchema },
    item: surfaces.map((surface) => ({
      name: surface.title,
      description: surface.text,
      item: surface.tags.map(({ title, calls }) => ({ name: title, item: calls.flatMap(toItems) })),
    })),
    variable: [{ key: 'baseUrl', value: baseUrl }, ...[...variables].sort().map((key) => ({ key, value: '' }))],
  }
}

function toItems(call: ApiCall) {
  const samples = getSamples(call)
  return samples.map((sample) => {
    const request = toRequest(sample, call.operation.summary)
    const words = toWords(call.operation)
    const { response } = sample
    return {
      name: samples.length > 1 ? `${words} (${sample.name})` : words,
      request,
      response: response === undefined ? [] : [toExample(response, request)],
    }
  })
}

function toRequest(sample: ApiSample, description: string) {
  const { method, path, query, credential, contentType, body } = sample
  const segments = toTemplate(path).split('/').slice(1)
  const queryText = query.map(([key, value]) => `${key}=${toTemplate(value)}`).join('&')
  return {
    method,
    description,
    auth: auths[credential],
    header: [
      ...(credential === 'session'
        ? [toHeader('Cookie', '{{SESSION_COOKIE}}'), toHeader('Origin', '{{baseUrl}}')]
        : []),
      ...(body !== undefined && contentType !== undefined ? [toHeader('Content-Type', contentType)] : []),
    ],
    url: {
      raw: `{{baseUrl}}/${segments.join('/')}${queryText && `?${queryText}`}`,
      host: ['{{baseUrl}}'],
      path: segments,
      query: query.map(([key, value]) => ({ key, value: toTemplate(value) })),
    },
    ...(body !== undefined && { body: toBody(body, contentType) }),
  }
}

function toBody(body: unknown, contentType: string | undefined) {
  if (contentType === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(body as Readonly<Record<string, string>>)
    return { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value: toTemplate(value) })) }
  }
  const isText = typeof body === 'string'
  return {
    mode: 'raw',
    raw: toTemplate(isText ? body : JSON.stringify(body, null, 2)),
    options: { raw: { language: isText ? 'text' : 'json' } },
  }
}

function toExample({ status, body }: NonNullable<ApiSample['response']>, originalRequest: object) {
  return {
    name: `Recorded response (${status})`,
    originalRequest,
    code: status,
    header: typeof body === 'object' ? [toHeader('Content-Type', 'application/json')] : [],
    body: typeof body === 'string' ? body : JSON.stringify(body, null, 2),
  }
}

function toHeader(key: string, value: string) {
  return { key, value }
}

/** `$REALM_ID` → `{{REALM_ID}}` */
function toTemplate(text: string): string {
  return text.replaceAll(/\$([A-Z][A-Z_]*)/g, '{{$1}}')
}

const credentialVariables: Readonly<Record<SampleCredential, readonly string[]>> = {
  'access-token': ['ACCESS_TOKEN'],
  'api-key': ['API_KEY'],
  session: ['SESSION_COOKIE'],
  client: ['CLIENT_ID', 'CLIENT_SECRET'],
  none: [],
}

const auths: Readonly<Record<SampleCredential, object>> = {
  'access-token': { type: 'bearer', bearer: [toAttribute('token', '{{ACCESS_TOKEN}}')] },
  'api-key': {
    type: 'apikey',
    apikey: [toAttribute('key', 'x-api-key'), toAttribute('value', '{{API_KEY}}'), toAttribute('in', 'header')],
  },
  session: { type: 'noauth' },
  client: {
    type: 'basic',
    basic: [toAttribute('username', '{{CLIENT_ID}}'), toAttribute('password', '{{CLIENT_SECRET}}')],
  },
  none: { type: 'noauth' },
}

function toAttribute(key: string, value: string) {
  return { key, value, type: 'string' }
}
