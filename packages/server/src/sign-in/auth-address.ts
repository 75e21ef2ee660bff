/** The path at which next-auth is mounted. */
export const authPath = '/admin/v1/auth'

/** The pages that replace next-auth's own. */
export const signInPages = {
  signIn: '/sign-in',
  verifyRequest: '/sign-in/check-your-mail',
  error: '/sign-in/error',
} as const

/** Returns the name of the session cookie. Browsers accept the prefix `__Secure-` only over https. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}
