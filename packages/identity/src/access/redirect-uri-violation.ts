import { isLoopback } from '@bridge/platform/loopback'

/** Returns the reason why the text is not a valid redirect URI, if any [cp-4.1]. */
export function findRedirectUriViolation(text: string): string | undefined {
  if (/\s/.test(text)) return 'must not contain white space'
  if (text.includes('*')) return 'must not contain a wildcard'
  if (text.includes('#')) return 'must not have a fragment'
  if (!URL.canParse(text)) return 'must be an absolute URL'
  const url = new URL(text)
  if (url.username || url.password) return 'must not contain a user name or a password'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(text)))
    return 'must use https (http only for localhost, 127.0.0.1 and [::1])'
  if (url.href !== text) return `must be in its normal form, which is ${url.href}`
  return undefined
}
