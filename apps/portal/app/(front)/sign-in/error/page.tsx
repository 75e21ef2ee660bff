import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { isUnknownLink } from '../../../../features/sign-in/sign-in-error.ts'
import { SignInErrorCard } from '../../../../features/sign-in/sign-in-error-card.tsx'

export const metadata: Metadata = { title: 'Sign-in failed' }

interface SignInErrorPageProps {
  readonly searchParams: Promise<{ error?: string | string[] }>
}

export default async function SignInErrorPage({ searchParams }: SignInErrorPageProps) {
  const { error } = await searchParams
  if (isUnknownLink(typeof error === 'string' ? error : '')) notFound()
  return <SignInErrorCard />
}
