import type { ApiSample, SampleCredential } from './api-sample.ts'

/** Formats a sample as a Node.js module with environment variables. */
export function toJavaScript(sample: ApiSample): string {
  const { method, origin, path, query, contentType, body } = sample
  const headers = getHeaders(sample)
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers.map((header) => `    ${header},`), '  },'] : []),
    ...(body === undefined ? [] : [`  body: ${formatBody(body, contentType)},`]),
  ]
  const address = toTemplate(origin + path)
  const parameters = query.map(([name, value]) => `  ${name}: ${toText(value)},`)
  return [
    ...(query.length > 0 ? ['const query = new URLSearchParams({', ...parameters, '})'] : []),
    `const response = await fetch(\`${address}${query.length > 0 ? `?\${query}` : ''}\`${
      options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''
    })`,
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function getHeaders({ credential, method, origin, contentType, body }: ApiSample): string[] {
  return [
    ...credentials[credential],
    ...(credential === 'session' && method !== 'GET' ? [`Origin: ${toText(origin)}`] : []),
    ...(body !== undefined && contentType !== undefined ? [`'Content-Type': '${contentType}'`] : []),
  ]
}

const credentials: Readonly<Record<SampleCredential, readonly string[]>> = {
  'access-token': [`Authorization: \`Bearer ${inTemplate('ACCESS_TOKEN')}\``],
  'api-key': ["'x-api-key': process.env.API_KEY"],
  session: ['Cookie: process.env.SESSION_COOKIE'],
  client: [`Authorization: \`Basic \${btoa(\`${inTemplate('CLIENT_ID')}:${inTemplate('CLIENT_SECRET')}\`)}\``],
  none: [],
}

function formatBody(body: unknown, contentType: string | undefined): string {
  if (typeof body === 'string') return toText(body)
  const value = formatValue(body, '  ')
  return contentType === 'application/x-www-form-urlencoded'
    ? `new URLSearchParams(${value})`
    : `JSON.stringify(${value})`
}

function formatValue(value: unknown, indent: string): string {
  if (typeof value === 'string') return toText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const deeper = `${indent}  `
  if (Array.isArray(value)) return `[${value.map((each) => formatValue(each, indent)).join(', ')}]`
  const fields = Object.entries(value).map(([name, each]) => `${deeper}${name}: ${formatValue(each, deeper)},`)
  return `{\n${fields.join('\n')}\n${indent}}`
}

/** Prints a text, or an expression if it contains variables. */
function toText(text: string): string {
  if (/^\$[A-Z][A-Z_]*$/.test(text)) return `process.env.${text.slice(1)}`
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}

function toTemplate(text: string): string {
  return text.replaceAll(/\$([A-Z][A-Z_]*)/g, (_, name: string) => inTemplate(name))
}

function inTemplate(name: string): string {
  return `\${process.env.${name}}`
}
