import type { DocumentedOperation, JsonSchema } from '@bridge/server'
import type { ApiCall } from './api-catalogue.ts'

/** Returns a curl command for the endpoint, with shell variables for the caller's own values. */
export function curlExample({ method, path, operation }: ApiCall): string {
  const url = `$BASE_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${toVariable(name)}`)}`
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
  const parts = [
    `curl${methodOption(method, operation)} "${url}"`,
    ...credential(operation, method),
    ...(query.length > 0 ? ['--get'] : []),
    ...query.map(({ name, example, schema }) => {
      const value = example ?? (typeof schema.const === 'string' ? schema.const : `$${toVariable(name)}`)
      return `--data-urlencode "${name}=${value}"`
    }),
    ...body(operation),
  ]
  return parts.join(' \\\n  ') + hereDocument(operation)
}

/** `redirectUri`, `redirect_uri` → `REDIRECT_URI` */
function toVariable(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
}

// curl sends POST if there is a body, otherwise GET.
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
  const [type, content] = getContent(operation) ?? []
  if (type === undefined || content === undefined) return []
  if (type === 'application/x-www-form-urlencoded') {
    return Object.entries(sample(content.schema) as Record<string, unknown>).map(
      ([name, value]) => `--data-urlencode "${name}=${value}"`,
    )
  }
  if (type === 'application/text') return ['-H "Content-Type: application/text"', '--data "SELECT * FROM Customer"']
  const file = hasAnyFields(content.schema) ? `@${operation.tags[0]?.toLowerCase()}.json` : '@-'
  return ['-H "Content-Type: application/json"', `--data ${file}${file === '@-' ? ' <<END' : ''}`]
}

function getContent({ requestBody }: DocumentedOperation) {
  return Object.entries(requestBody?.content ?? {})[0]
}

/** The schema keywords that a sample depends on. */
interface SampleSchema extends JsonSchema {
  readonly anyOf?: readonly JsonSchema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly format?: string
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** Creates a valid value with the required fields, or with all fields if none is required. */
function sample(schema: JsonSchema, name = ''): unknown {
  const keywords: SampleSchema = schema
  if (keywords.anyOf?.[0]) return sample(keywords.anyOf[0], name)
  if (keywords.const !== undefined) return keywords.const
  if (keywords.enum) return keywords.enum[0]
  if (keywords.properties) return sampleFields(keywords.properties, keywords.required ?? [])
  if (keywords.type === 'array') return [sample(keywords.items ?? {}, name.replace(/s$/, ''))]
  if (keywords.type === 'boolean') return true
  if (keywords.type === 'integer' || keywords.type === 'number') return 1
  if (keywords.type === 'object') return {}
  return formats[keywords.format ?? ''] ?? `$${toVariable(name)}`
}

function sampleFields(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]) {
  const fields = Object.entries(properties)
  const requiredFields = fields.filter(([name]) => required.includes(name))
  return Object.fromEntries(
    (requiredFields.length > 0 ? requiredFields : fields).map(([name, each]) => [name, sample(each, name)]),
  )
}

/** Entities have no fixed fields in the document, so their example reads the body from a file. */
function hasAnyFields(schema: JsonSchema): boolean {
  return schema.properties === undefined
}

function hereDocument(operation: DocumentedOperation): string {
  const [type, content] = getContent(operation) ?? []
  if (type !== 'application/json' || content === undefined || hasAnyFields(content.schema)) return ''
  return `\n${JSON.stringify(sample(content.schema), null, 2)}\nEND`
}

const formats: Readonly<Record<string, string>> = { date: '2026-03-01', 'date-time': '2026-03-01T00:00:00Z' }
