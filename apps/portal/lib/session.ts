import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { getBridge } from './bridge.ts'

/** Returns the request's signed-in user, if any. */
export const currentUser = cache(async () => {
  // First, because reading the request keeps the page out of the build, which has no server.
  const requestHeaders = new Headers(await headers())
  return getBridge().sessions.signedInUser(requestHeaders)
})

/** Returns the user whose sign-in lacks only the second factor, if any. */
export const challengedUser = cache(async () => {
  const requestHeaders = new Headers(await headers())
  return getBridge().sessions.challengedUser(requestHeaders)
})

/** Returns the signed-in user, or redirects to the sign-in page and back. It asks for a missing second factor. */
export async function requireUser(path: string) {
  const user = await currentUser()
  return user ?? redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
}

/** Returns the rendering page's address, with its parameters. */
export async function currentPath(otherwise: string): Promise<string> {
  const path = (await headers()).get('x-page-path') ?? otherwise
  return path.replace(/([?&])_rsc=[^&]*&?/, '$1').replace(/[?&]$/, '')
}
