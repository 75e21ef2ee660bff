import type { ApiSample } from './api-sample.ts'

/** A text with the reader's variables, such as `Bearer $ACCESS_TOKEN`. */
type Template = string

/** A sample as every HTTP client sends it. */
export interface PrintedRequest {
  readonly method: string
  readonly address: Template
  readonly query: readonly (readonly [name: string, value: Template])[]
  readonly headers: readonly (readonly [name: string, value: Template])[]
  /** Whether the client ID and secret are sent as Basic credentials. */
  readonly sendsClient: boolean
  readonly contentType: string
  readonly body: PrintedBody | undefined
}

type PrintedBody =
  | { readonly kind: 'json'; readonly value: object }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [name: string, value: Template])[] }
  | { readonly kind: 'text'; readonly text: Template }

/** Describes a sample for all languages. */
export function toPrintedRequest(sample: ApiSample): PrintedRequest {
  const { method, origin, path, query, credential, contentType = '', body } = sample
  return {
    method,
    address: origin + path,
    query,
    headers: [
      ...credentialHeaders[credential],
      ...(credential === 'session' && method !== 'GET' ? [['Origin', origin] as const] : []),
    ],
    sendsClient: credential === 'client',
    contentType,
    body: toBody(body, contentType),
  }
}

const credentialHeaders: Readonly<Record<ApiSample['credential'], PrintedRequest['headers']>> = {
  'access-token': [['Authorization', 'Bearer $ACCESS_TOKEN']],
  'api-key': [['x-api-key', '$API_KEY']],
  session: [['Cookie', '$SESSION_COOKIE']],
  client: [],
  none: [],
}

function toBody(body: unknown, contentType: string): PrintedBody | undefined {
  if (typeof body === 'string') return { kind: 'text', text: body }
  if (typeof body !== 'object' || body === null) return undefined
  if (contentType !== 'application/x-www-form-urlencoded') return { kind: 'json', value: body }
  return { kind: 'form', fields: Object.entries(body).map(([name, value]) => [name, String(value)]) }
}

/** Returns a template's texts, and its variables without `$`. */
export function splitTemplate(template: Template): readonly { readonly text?: string; readonly variable?: string }[] {
  return template
    .split(/(\$[A-Z][A-Z_]*)/)
    .filter((part) => part !== '')
    .map((part) => (/^\$[A-Z]/.test(part) ? { variable: part.slice(1) } : { text: part }))
}

/** Prints a template as texts and variables joined by an operator. */
export function concatenate(
  template: Template,
  operator: string,
  quote: (text: string) => string,
  read: (variable: string) => string,
): string {
  const parts = splitTemplate(template).map(({ text = '', variable }) => (variable ? read(variable) : quote(text)))
  return parts.length === 0 ? quote('') : parts.join(operator)
}

/** How a language writes values. */
export interface ValueSyntax {
  readonly text: (template: Template) => string
  readonly null: string
  readonly list: readonly [open: string, close: string]
  readonly object: readonly [open: string, close: string]
  readonly field: (name: string) => string
  readonly indent: string
  /** Whether the last field ends with a comma, too. */
  readonly hasLastComma: boolean
}

/** Prints JSON in a language's syntax. */
export function formatValue(value: unknown, syntax: ValueSyntax, indent: string): string {
  if (typeof value === 'string') return syntax.text(value)
  if (value === null) return syntax.null
  if (typeof value !== 'object') return String(value)
  const deeper = indent + syntax.indent
  const isList = Array.isArray(value)
  const [open, close] = isList ? syntax.list : syntax.object
  const entries = isList
    ? value.map((each) => formatValue(each, syntax, deeper))
    : Object.entries(value).map(([name, each]) => syntax.field(name) + formatValue(each, syntax, deeper))
  if (entries.length === 0) return open.trimEnd() + close
  const lines = entries.map((entry) => deeper + entry).join(',\n')
  return `${open}\n${lines}${syntax.hasLastComma ? ',' : ''}\n${indent}${close}`
}
