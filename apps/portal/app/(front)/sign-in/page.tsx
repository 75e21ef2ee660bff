import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SignInForm } from '../../../features/sign-in/sign-in-form.tsx'
import { getBridge } from '../../../lib/bridge.ts'
import { currentUser } from '../../../lib/session.ts'

export const metadata: Metadata = { title: 'Sign in' }

interface SignInPageProps {
  readonly searchParams: Promise<{ callbackUrl?: string | string[] }>
}

/** Returns a path of this service; another address leads home. */
function toOwnPath(callbackUrl: string | string[] | undefined): string {
  return typeof callbackUrl === 'string' && /^\/(?![/\\])/.test(callbackUrl) ? callbackUrl : '/'
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl } = await searchParams
  if (await currentUser()) redirect(toOwnPath(callbackUrl))
  return (
    <SignInForm
      callbackUrl={typeof callbackUrl === 'string' ? callbackUrl : '/'}
      hasMailbox={getBridge().mailer.mailbox !== undefined}
      providerName={getBridge().signIn.openIdConnect?.name}
    />
  )
}
