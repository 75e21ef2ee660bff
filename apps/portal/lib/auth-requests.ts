import { z } from 'zod'

const authPath = '/admin/v1/auth'

const csrfAnswer = z.object({ csrfToken: z.string() })
const redirectAnswer = z.object({ url: z.string() })
const problemAnswer = z.object({ message: z.string() })

/** Asks for a sign-in link; resolves to the page to go to next. */
export function requestSignInLink(email: string, callbackUrl: string): Promise<string> {
  return post('/signin/email', { email, callbackUrl })
}

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const { csrfToken } = csrfAnswer.parse(await answerOf(await fetch(`${authPath}/csrf`)))
  const response = await fetch(authPath + path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  })
  return redirectAnswer.parse(await answerOf(response)).url
}

/** What the service answered. @throws {Error} that says why it refused */
async function answerOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json()
  if (response.ok) return answer
  const problem = problemAnswer.safeParse(answer)
  throw new Error(problem.data?.message ?? `The service answered ${response.status}. Try again.`)
}

/** Begins to sign in at the OpenID Connect provider; resolves to its page. */
export function requestProviderSignIn(callbackUrl: string): Promise<string> {
  return post('/signin/oidc', { callbackUrl })
}

/** Ends the session; resolves to the page to go to next. */
export function signOut(callbackUrl = '/'): Promise<string> {
  return post('/signout', { callbackUrl })
}
