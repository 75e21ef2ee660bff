import { isLoopback } from '@bridge/server'
import type { QuickstartFacts } from './quickstart-facts.ts'

/**
 * Describes how the owner signs in. The link is printed on a loopback address only: elsewhere, what this process prints is
 * often a log.
 */
export function describeSignIn({ baseUrl, signInUrl }: Pick<QuickstartFacts, 'baseUrl' | 'signInUrl'>): string {
  if (!isLoopback(baseUrl))
    return `${baseUrl}/sign-in
               (by a link in an email, or at the OpenID Connect provider;
               quickstart.json has a link for the owner, which works once)`
  return `${signInUrl}
               (works once; later, request a link for owner@example.com at ${baseUrl}/sign-in
               and read it at ${baseUrl}/dev/mailbox)`
}
