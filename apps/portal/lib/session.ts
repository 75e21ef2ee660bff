import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { getBridge } from './bridge.ts'

/** Returns the request's signed-in user, if any. */
export const currentUser = cache(async () => {
  // First, because a page that reads the request is not rendered by the build, which has no server.
  const requestHeaders = new Headers(await headers())
  return getBridge().sessions.signedInUser(requestHeaders)
})

/** Returns the user of a sign-in that lacks only the second factor, if any. */
export const challengedUser = cache(async () => {
  const requestHeaders = new Headers(await headers())
  return getBridge().sessions.challengedUser(requestHeaders)
})

/** Returns the signed-in user, or redirects to the sign-in page and back. It asks for a second factor that is missing. */
export async function requireUser(path: string) {
  const user = await currentUser()
  return user ?? redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
}

/** Returns the address of the page that renders, with its parameters. */
export async function currentPath(otherwise: string): Promise<string> {
  const path = (await headers()).get('x-page-path') ?? otherwise
  return path.replace(/([?&])_rsc=[^&]*&?/, '$1').replace(/[?&]$/, '')
}
