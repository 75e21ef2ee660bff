/** The session cookie at a loopback address. */
export const sessionCookie = 'next-auth.session-token'
