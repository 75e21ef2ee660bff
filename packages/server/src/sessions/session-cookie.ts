/** Returns the name of the session cookie. Browsers accept the prefix `__Secure-` only over https. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}
