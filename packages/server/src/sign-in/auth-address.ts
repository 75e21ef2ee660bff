/** The path at which next-auth is mounted. */
export const authPath = '/admin/v1/auth'

/** The pages that replace next-auth's own. */
export const signInPages = {
  signIn: '/sign-in',
  verifyRequest: '/sign-in/check-your-mail',
  error: '/sign-in/error',
} as const
