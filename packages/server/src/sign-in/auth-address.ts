/** Where next-auth answers (specification of the control plane, section 5). */
export const authPath = '/admin/v1/auth'

/** The pages that stand for next-auth's own. */
export const signInPages = {
  signIn: '/sign-in',
  verifyRequest: '/sign-in/check-your-mail',
  error: '/sign-in/error',
} as const

/** A session's cookie; browsers take the prefix `__Secure-` only over https. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}
