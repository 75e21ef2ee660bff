import { OAuthError } from '@bridge/faults'
import { readText, UnreadableBodyError } from '@bridge/platform/body'

/** A request's parameters without empty ones. */
export type Parameters = ReadonlyMap<string, string>

const maxBodyBytes = 64 * 1024
const maxQueryLength = 16 * 1024

/**
 * Parses `a=1&b=2` as RFC 6749, section 3.1, requires. Unlike `URLSearchParams`, it rejects repeated parameters, omits
 * those without a value, and rejects invalid UTF-8 instead of replacing it, because `state` must be returned unchanged.
 *
 * @throws OAuthError `invalid_request`
 */
export function parseParameters(text: string): Parameters {
  const parameters = new Map<string, string>()
  const seen = new Set<string>()
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    if (name === '') continue
    if (seen.has(name))
      throw new OAuthError('invalid_request', 'A parameter is repeated. Send each parameter only once.')
    seen.add(name)
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Malformed percent-encoding is rejected below.
  }
  throw new OAuthError('invalid_request', 'A parameter is not percent-encoded UTF-8 text, or contains a NUL character.')
}

/** Parses the parameters in a request URL. */
export function queryParameters(url: string): Parameters {
  const start = url.indexOf('?')
  const query = start < 0 ? '' : (url.slice(start + 1).split('#', 1)[0] ?? '')
  if (query.length > maxQueryLength)
    throw new OAuthError('invalid_request', `The query is longer than ${maxQueryLength} characters.`)
  return parseParameters(query)
}

/** Parses the parameters in a form body. */
export async function formParameters(request: Request): Promise<Parameters> {
  const type = contentType(request)
  if (type !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  return parseParameters(await readBodyText(request))
}

function contentType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

async function readBodyText(request: Request): Promise<string> {
  try {
    return await readText(request, maxBodyBytes)
  } catch (error) {
    if (error instanceof UnreadableBodyError) throw new OAuthError('invalid_request', error.message)
    throw error
  }
}

/** Parses the parameters in a form or JSON body. Omits JSON values other than strings. */
export async function formOrJsonParameters(request: Request): Promise<Parameters> {
  if (contentType(request) !== 'application/json') return formParameters(request)
  const body = parseJson(await readBodyText(request))
  if (typeof body !== 'object' || body === null)
    throw new OAuthError('invalid_request', 'The body must be a JSON object.')
  return new Map(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OAuthError('invalid_request', 'The body must be JSON.')
  }
}
