import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { bridge } from './bridge.ts'

/** The signed-in user of the request, if any. */
export const currentUser = cache(async () => bridge().portal.sessions.signedInUser(new Headers(await headers())))

/** The signed-in user, or the way to the sign-in page and back. */
export async function requireUser(path: string) {
  const user = await currentUser()
  return user ?? redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
}
