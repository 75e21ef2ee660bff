import { isLoopback } from '@bridge/platform/loopback'
import type { ServerConfig } from '@bridge/platform/server-config'

/**
 * Returns whether only signed-in members may connect a client. On a public address they must: someone knowing two
 * public IDs could otherwise connect a stranger's company file.
 *
 * @throws {Error} if the configuration turns this off on a public address
 */
export function requiresSignInToConsent({
  baseUrl,
  consentRequiresSignIn,
}: Pick<ServerConfig, 'baseUrl' | 'consentRequiresSignIn'>): boolean {
  if (isLoopback(baseUrl)) return consentRequiresSignIn ?? false
  if (consentRequiresSignIn === false)
    throw new Error(
      `CONSENT_REQUIRES_SIGN_IN can be false on a loopback address only, and BASE_URL is ${baseUrl}. Leave it out.`,
    )
  return true
}
