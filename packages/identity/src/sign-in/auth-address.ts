/** The path at which next-auth is mounted. */
export const authPath = '/admin/v1/auth'

/** The pages replacing next-auth's own. */
export const signInPages = {
  signIn: '/sign-in',
  verifyRequest: '/sign-in/check-your-mail',
  error: '/sign-in/error',
} as const

/** The page asking for a second factor code. */
export const secondFactorPage = '/sign-in/second-factor'

/** The page opened by an emailed link. Its button signs in, because mail scanners open links, too. */
export const signInLinkPage = '/sign-in/link'

/** Returns that page's address for a next-auth link. */
export function toLinkPage(callbackUrl: string): string {
  const url = new URL(callbackUrl)
  return `${url.origin}${signInLinkPage}${url.search}`
}
