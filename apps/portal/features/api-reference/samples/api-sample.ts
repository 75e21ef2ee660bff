import type { DocumentedOperation } from '@bridge/server'

/** How a request authenticates. */
export type SampleCredential = 'access-token' | 'api-key' | 'session' | 'client' | 'none'

/** A documented request. Texts contain reader variables, such as `$REALM_ID`. */
export interface ApiSample {
  readonly name: string
  readonly method: string
  /** `$BASE_URL` */
  readonly origin: string
  /** `/v3/company/$REALM_ID/customer` */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly credential: SampleCredential
  readonly contentType: string | undefined
  /** Text, or JSON. */
  readonly body: unknown
  /** The recorded response. */
  readonly response: { readonly status: number; readonly body: unknown } | undefined
}

/** An endpoint with samples. */
interface SampledCall {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

/** Returns an endpoint's samples: one, or one for each kind of body. */
export function getSamples(call: SampledCall): readonly ApiSample[] {
  const { method, path, operation } = call
  const [contentType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const bodies = Object.entries(content?.examples ?? { default: { value: undefined } })
  return bodies.map(([name, { value }]) => ({
    name,
    method,
    origin: '$BASE_URL',
    path: fillPath(path, operation),
    query: (operation.parameters ?? []).flatMap((each) =>
      each.in === 'query' && (each.required || each.example !== undefined)
        ? [[each.name, each.example ?? `$${toVariable(each.name)}`] as const]
        : [],
    ),
    credential: getCredential(operation),
    contentType,
    body: value,
    response: findResponse(operation, name),
  }))
}

function fillPath(path: string, { tags: [tag = ''], parameters = [] }: DocumentedOperation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((each) => each.in === 'path' && each.name === name)?.example
    if (example !== undefined) return example
    if (name !== 'id') return `$${toVariable(name)}`
    return path.startsWith('/v3/') ? `$${toVariable(tag)}_ID` : `$${toVariable(tag.replace(/s$/, ''))}_ID`
  })
}

/** `redirectUri`, `redirect_uri`, `api-key` → `REDIRECT_URI`, `API_KEY` */
export function toVariable(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()
}

function getCredential({ security: [first = {}] }: DocumentedOperation): SampleCredential {
  if ('accessToken' in first) return 'access-token'
  if ('apiKey' in first) return 'api-key'
  if ('session' in first) return 'session'
  return 'client' in first ? 'client' : 'none'
}

function findResponse(operation: DocumentedOperation, name: string): ApiSample['response'] {
  const { responses, 'x-recorded-errors': errors = {} } = operation
  const error = errors[name]
  if (error !== undefined) return { status: error.status, body: error.body }
  for (const [status, { content = {}, ...response }] of Object.entries(responses)) {
    const [found] = Object.values(content)
    const example = found?.examples?.[name]
    if (example !== undefined) return { status: Number(status), body: example.value }
    if (response.$ref === undefined && Number(status) < 300 && Object.keys(content).length === 0)
      return { status: Number(status), body: undefined }
  }
  return undefined
}

/** Returns a sample's variables, ordered by first use. */
export function listVariables(sample: ApiSample): readonly string[] {
  const text = JSON.stringify([sample.path, sample.query, sample.body])
  return [...new Set([...text.matchAll(/\$([A-Z][A-Z_]*)/g)].map(([, name = '']) => name))]
}
