/** The path at which next-auth is mounted. */
export const authPath = '/admin/v1/auth'

/** The pages that replace next-auth's own. */
export const signInPages = {
  signIn: '/sign-in',
  verifyRequest: '/sign-in/check-your-mail',
  error: '/sign-in/error',
} as const

/** The page that asks for a code of the second factor. */
export const secondFactorPage = '/sign-in/second-factor'

/** The page that a link in an email opens. Its button signs in, because mail scanners open links, too. */
export const signInLinkPage = '/sign-in/link'

/** Returns the address of that page for a link of next-auth. */
export function toLinkPage(callbackUrl: string): string {
  const url = new URL(callbackUrl)
  return `${url.origin}${signInLinkPage}${url.search}`
}
