/** A request to print as code. */
export interface CopiedRequest {
  readonly baseUrl: string
  readonly method: string
  readonly path: string
  /** With `?`, or empty. Decoded, as the log has it. */
  readonly query: string
  /** A query's text, which may contain separators. */
  readonly queryText: string | null
  readonly contentType: string | undefined
  readonly body: string
}

export const copyLanguages = ['curl', 'JavaScript', 'Python'] as const
export type CopyLanguage = (typeof copyLanguages)[number]

/** Formats a request as code reading the access token from the environment. */
export function copyRequestAs(language: CopyLanguage, request: CopiedRequest): string {
  switch (language) {
    case 'curl':
      return toCurl(request)
    case 'JavaScript':
      return toJavaScript(request)
    case 'Python':
      return toPython(request)
  }
}

function toCurl({ method, contentType = 'application/json', body, ...request }: CopiedRequest): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoteShell(toUrl(request))}`,
    '-H "Authorization: Bearer $ACCESS_TOKEN"',
    "-H 'Accept: application/json'",
    ...(body === '' ? [] : [`-H ${quoteShell(`Content-Type: ${contentType}`)}`, `--data-raw ${quoteShell(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function toJavaScript({ method, contentType = 'application/json', body, ...request }: CopiedRequest): string {
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the printed code has the placeholder
    '    Authorization: `Bearer ${process.env.ACCESS_TOKEN}`,',
    "    Accept: 'application/json',",
    ...(body === '' ? [] : [`    'Content-Type': ${JSON.stringify(contentType)},`]),
  ]
  return [
    `const response = await fetch(${JSON.stringify(toUrl(request))}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(body === '' ? [] : [`  body: ${JSON.stringify(body)},`]),
    '})',
    'console.log(response.status, await response.json())',
  ].join('\n')
}

function toPython({ method, contentType = 'application/json', body, ...request }: CopiedRequest): string {
  return [
    'import os',
    'import requests',
    '',
    'response = requests.request(',
    `    "${method}",`,
    `    ${quotePython(toUrl(request))},`,
    '    headers={',
    '        "Authorization": f"Bearer {os.environ[\'ACCESS_TOKEN\']}",',
    '        "Accept": "application/json",',
    ...(body === '' ? [] : [`        "Content-Type": ${quotePython(contentType)},`]),
    '    },',
    ...(body === '' ? [] : [`    data=${quotePython(body)}.encode(),`]),
    ')',
    'print(response.status_code, response.json())',
  ].join('\n')
}

/** JSON escapes a string as Python does, except for surrogate pairs, which it leaves as they are. */
function quotePython(text: string): string {
  return JSON.stringify(text)
}

function toUrl({ baseUrl, ...request }: Pick<CopiedRequest, 'baseUrl' | 'path' | 'query' | 'queryText'>): string {
  const search = toSearch(request)
  return `${baseUrl}${request.path}${search === '' ? '' : `?${search}`}`
}

/** Returns the parameters, encoded, without `?`. */
export function toSearch({ query, queryText }: Pick<CopiedRequest, 'query' | 'queryText'>): string {
  if (queryText !== null && /[?&]query=/i.test(query)) {
    return `query=${encodeURIComponent(queryText)}${/[?&]explain=(1|true)\b/i.test(query) ? '&explain=1' : ''}`
  }
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=').map(encodeURIComponent).join('='))
    .join('&')
}
