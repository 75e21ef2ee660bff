import type { ApiSample, SampleCredential } from './api-sample.ts'

/** Formats a sample as a Python program with environment variables and no dependencies. */
export function toPython(sample: ApiSample): string {
  const { method, origin, path, query, contentType, body, credential } = sample
  const headers = getHeaders(sample)
  const isForm = contentType === 'application/x-www-form-urlencoded'
  const modules = [
    ...(credential === 'client' ? ['base64'] : []),
    ...(typeof body === 'object' && !isForm ? ['json'] : []),
    'os',
    ...(query.length > 0 || isForm ? ['urllib.parse'] : []),
    'urllib.request',
  ]
  const address = toTemplate(origin + path)
  const parameters = query.map(([name, value]) => `    "${name}": ${toText(value)},`)
  return [
    ...modules.map((name) => `import ${name}`),
    '',
    ...(query.length > 0 ? ['query = urllib.parse.urlencode({', ...parameters, '})'] : []),
    'request = urllib.request.Request(',
    `    f"${address}${query.length > 0 ? '?{query}' : ''}",`,
    `    method="${method}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers.map((header) => `        ${header},`), '    },'] : []),
    ...(body === undefined ? [] : [`    data=${formatBody(body, isForm)},`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n')
}

function getHeaders({ credential, method, origin, contentType, body }: ApiSample): string[] {
  return [
    ...credentials[credential],
    ...(credential === 'session' && method !== 'GET' ? [`"Origin": ${toText(origin)}`] : []),
    ...(body !== undefined && contentType !== undefined ? [`"Content-Type": "${contentType}"`] : []),
  ]
}

const credentials: Readonly<Record<SampleCredential, readonly string[]>> = {
  'access-token': [`"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"`],
  'api-key': [`"x-api-key": ${variable('API_KEY')}`],
  session: [`"Cookie": ${variable('SESSION_COOKIE')}`],
  client: [
    `"Authorization": "Basic " + base64.b64encode(f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}".encode()).decode()`,
  ],
  none: [],
}

function variable(name: string): string {
  return `os.environ["${name}"]`
}

function formatBody(body: unknown, isForm: boolean): string {
  if (typeof body === 'string') return `${toText(body)}.encode()`
  const value = formatValue(body, '    ')
  return isForm ? `urllib.parse.urlencode(${value}).encode()` : `json.dumps(${value}).encode()`
}

function formatValue(value: unknown, indent: string): string {
  if (typeof value === 'string') return toText(value)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((each) => formatValue(each, indent)).join(', ')}]`
  const deeper = `${indent}    `
  const fields = Object.entries(value).map(([name, each]) => `${deeper}"${name}": ${formatValue(each, deeper)},`)
  return `{\n${fields.join('\n')}\n${indent}}`
}

/** Prints a text, or an expression if it is a variable. */
function toText(text: string): string {
  return /^\$[A-Z][A-Z_]*$/.test(text) ? variable(text.slice(1)) : JSON.stringify(text)
}

function toTemplate(text: string): string {
  return text.replaceAll(/\$([A-Z][A-Z_]*)/g, (_, name: string) => `{os.environ['${name}']}`)
}
