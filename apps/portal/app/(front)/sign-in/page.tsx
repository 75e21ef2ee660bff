import { toOwnLocation } from '@bridge/identity/sign-in/own-path'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SignInForm } from '../../../features/sign-in/sign-in-form.tsx'
import { getBridge } from '../../../lib/bridge.ts'
import { challengedUser, currentUser } from '../../../lib/session.ts'

export const metadata: Metadata = { title: 'Sign in' }

interface SignInPageProps {
  readonly searchParams: Promise<{ callbackUrl?: string | string[] }>
}

/** In place of the service's own address: only paths lead on from this page. */
const ownAddress = 'http://own.invalid'

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl } = await searchParams
  const path = toOwnLocation(typeof callbackUrl === 'string' ? callbackUrl : undefined, ownAddress)
  if (await currentUser()) redirect(path)
  if (await challengedUser()) redirect(`/sign-in/second-factor?${new URLSearchParams({ callbackUrl: path })}`)
  return (
    <SignInForm
      sendsLinks={getBridge().signIn.sendsLinks}
      signUp={getBridge().signIn.signUp}
      hasMailbox={getBridge().mailer.mailbox !== undefined}
      providerName={getBridge().signIn.openIdConnect?.name}
    />
  )
}
