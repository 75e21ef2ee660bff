/** Tells next-auth its own address, which it reads from the environment alone. */
export function setAuthUrl(url: string): void {
  process.env.NEXTAUTH_URL = url
}
