import type { ApiSample, SampleCredential } from './api-sample.ts'

/** Formats a sample as a curl command with shell variables. */
export function toCurl(sample: ApiSample): string {
  const { method, origin, path, query, credential, contentType, body } = sample
  const hasBody = body !== undefined
  const isForm = contentType === 'application/x-www-form-urlencoded'
  const parts = [
    `curl${method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${method}`} "${origin}${path}"`,
    ...credentials[credential],
    ...(credential === 'session' && method !== 'GET' ? [`-H "Origin: ${origin}"`] : []),
    ...(query.length > 0 && !hasBody ? ['--get'] : []),
    ...query.map(([name, value]) => `${hasBody ? '--url-query' : '--data-urlencode'} "${name}=${value}"`),
    ...(hasBody && isForm ? toForm(body) : []),
    ...(hasBody && !isForm ? [`-H "Content-Type: ${contentType}"`] : []),
    ...(typeof body === 'string' ? [`--data "${body}"`] : []),
    ...(typeof body === 'object' && !isForm ? ['--data @- <<END'] : []),
  ]
  const heredoc = typeof body === 'object' && !isForm ? `\n${JSON.stringify(body, null, 2)}\nEND` : ''
  return parts.join(' \\\n  ') + heredoc
}

const credentials: Readonly<Record<SampleCredential, readonly string[]>> = {
  'access-token': ['-H "Authorization: Bearer $ACCESS_TOKEN"'],
  'api-key': ['-H "x-api-key: $API_KEY"'],
  session: ['-H "Cookie: $SESSION_COOKIE"'],
  client: ['-u "$CLIENT_ID:$CLIENT_SECRET"'],
  none: [],
}

function toForm(body: unknown): string[] {
  return Object.entries(body as Readonly<Record<string, string>>).map(
    ([name, value]) => `--data-urlencode "${name}=${value}"`,
  )
}
