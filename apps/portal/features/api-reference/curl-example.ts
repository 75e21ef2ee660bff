import type { DocumentedOperation, JsonSchema } from '@bridge/server'
import type { ApiCall } from './api-catalogue.ts'

/** The call as a person types it; what is one's own stands in variables of the shell. */
export function curlExample({ method, path, operation }: ApiCall): string {
  const url = `$BASE_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`)}`
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
  const parts = [
    `curl${methodOption(method, operation)} "${url}"`,
    ...credential(operation, method),
    ...(query.length > 0 ? ['--get'] : []),
    ...query.map(({ name, example, schema }) => {
      const value = example ?? (typeof schema.const === 'string' ? schema.const : `$${variableOf(name)}`)
      return `--data-urlencode "${name}=${value}"`
    }),
    ...body(operation),
  ]
  return parts.join(' \\\n  ') + hereDocument(operation)
}

/** `redirectUri`, `redirect_uri` → `REDIRECT_URI` */
function variableOf(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
}

// curl sends a POST where there is a body, else a GET.
function methodOption(method: string, operation: DocumentedOperation): string {
  const hasBody = operation.requestBody !== undefined
  return method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${method}`
}

function credential({ security }: DocumentedOperation, method: string): string[] {
  const [first = {}] = security
  if ('apiKey' in first) return ['-H "x-api-key: $API_KEY"']
  if ('accessToken' in first) return ['-H "Authorization: Bearer $ACCESS_TOKEN"']
  if ('client' in first) return ['-u "$CLIENT_ID:$CLIENT_SECRET"']
  if (!('session' in first)) return []
  return ['-b "next-auth.session-token=$SESSION"', ...(method === 'GET' ? [] : ['-H "Origin: $BASE_URL"'])]
}

function body(operation: DocumentedOperation): string[] {
  const [type, content] = contentOf(operation) ?? []
  if (type === undefined || content === undefined) return []
  if (type === 'application/x-www-form-urlencoded') {
    return Object.entries(sample(content.schema) as Record<string, unknown>).map(
      ([name, value]) => `--data-urlencode "${name}=${value}"`,
    )
  }
  if (type === 'application/text') return ['-H "Content-Type: application/text"', '--data "SELECT * FROM Customer"']
  const file = isFree(content.schema) ? `@${operation.tags[0]?.toLowerCase()}.json` : '@-'
  return ['-H "Content-Type: application/json"', `--data ${file}${file === '@-' ? ' <<END' : ''}`]
}

function contentOf({ requestBody }: DocumentedOperation) {
  return Object.entries(requestBody?.content ?? {})[0]
}

/** What a sample looks at. */
interface Known extends JsonSchema {
  readonly anyOf?: readonly JsonSchema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly format?: string
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** A value that the schema takes: what is needed, or all where nothing is. */
function sample(schema: JsonSchema, name = ''): unknown {
  const known: Known = schema
  if (known.anyOf?.[0]) return sample(known.anyOf[0], name)
  if (known.const !== undefined) return known.const
  if (known.enum) return known.enum[0]
  if (known.properties) return sampleOfMembers(known.properties, known.required ?? [])
  if (known.type === 'array') return [sample(known.items ?? {}, name.replace(/s$/, ''))]
  if (known.type === 'boolean') return true
  if (known.type === 'integer' || known.type === 'number') return 1
  if (known.type === 'object') return {}
  return formats[known.format ?? ''] ?? `$${variableOf(name)}`
}

function sampleOfMembers(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]) {
  const members = Object.entries(properties)
  const needed = members.filter(([name]) => required.includes(name))
  return Object.fromEntries((needed.length > 0 ? needed : members).map(([name, each]) => [name, sample(each, name)]))
}

/** Whether the document leaves it to the record what stands in the body. */
function isFree(schema: JsonSchema): boolean {
  return schema.properties === undefined
}

function hereDocument(operation: DocumentedOperation): string {
  const [type, content] = contentOf(operation) ?? []
  if (type !== 'application/json' || content === undefined || isFree(content.schema)) return ''
  return `\n${JSON.stringify(sample(content.schema), null, 2)}\nEND`
}

const formats: Readonly<Record<string, string>> = { date: '2026-03-01', 'date-time': '2026-03-01T00:00:00Z' }
