import { z } from 'zod'

const authPath = '/admin/v1/auth'

const csrfResponse = z.object({ csrfToken: z.string() })
const redirectResponse = z.object({ url: z.string() })
const problemResponse = z.object({ message: z.string() })

/** Requests a sign-in link. Resolves to the URL of the next page. */
export function requestSignInLink(email: string, callbackUrl: string): Promise<string> {
  return post('/signin/email', { email, callbackUrl })
}

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const { csrfToken } = csrfResponse.parse(await readJson(await fetch(`${authPath}/csrf`)))
  const response = await fetch(authPath + path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  })
  return redirectResponse.parse(await readJson(response)).url
}

/** Reads a JSON response. @throws {Error} with the message of a problem response */
async function readJson(response: Response): Promise<unknown> {
  const body: unknown = await response.json()
  if (response.ok) return body
  const problem = problemResponse.safeParse(body)
  throw new Error(problem.data?.message ?? `The service returned HTTP ${response.status}. Try again.`)
}

/** Starts a sign-in with the OpenID Connect provider. Resolves to the URL of its page. */
export function requestProviderSignIn(callbackUrl: string): Promise<string> {
  return post('/signin/oidc', { callbackUrl })
}

/** Ends the session. Resolves to the URL of the next page. */
export function signOut(callbackUrl = '/'): Promise<string> {
  return post('/signout', { callbackUrl })
}
