/** The cookie of a session at a loopback address. */
export const sessionCookie = 'next-auth.session-token'
