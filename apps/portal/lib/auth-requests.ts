import { removeDrafts } from './drafts.ts'

const authPath = '/admin/v1/auth'

/** Requests a sign-in link. Resolves to the next page's URL. */
export function requestSignInLink(email: string, callbackUrl: string): Promise<string> {
  return post('/signin/email', { email, callbackUrl })
}

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const csrfToken = await readText(await fetch(`${authPath}/csrf`), 'csrfToken')
  const response = await fetch(authPath + path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  })
  return readText(response, 'url')
}

/** Reads a text field in a JSON response. @throws {Error} with a problem response's message */
async function readText(response: Response, field: string): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const value = findText(body, field)
  if (response.ok && value !== undefined) return value
  throw new Error(findText(body, 'message') ?? `The service returned HTTP ${response.status}. Try again.`)
}

function findText(body: unknown, field: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, field)
  return typeof value === 'string' ? value : undefined
}

/** Starts a sign-in with the OpenID Connect provider. Resolves to its page's URL. */
export function requestProviderSignIn(callbackUrl: string): Promise<string> {
  return post('/signin/oidc', { callbackUrl })
}

/** Ends the session. Resolves to the next page's URL. */
export function signOut(callbackUrl = '/'): Promise<string> {
  removeDrafts()
  return post('/signout', { callbackUrl })
}
