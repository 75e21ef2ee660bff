import { z } from 'zod'
import { isLoopback } from '../http/loopback.ts'

/** What is wrong with the text as a redirect URI, or nothing (specification, rule 4.1). */
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

export const redirectUriSchema = z
  .string()
  .max(2048, 'must be at most 2048 characters long')
  .superRefine((text, context) => {
    const violation = findRedirectUriViolation(text)
    if (violation) context.addIssue({ code: 'custom', message: `${JSON.stringify(text)} ${violation}` })
  })

/** 1 to 10 of them, because matching is byte for byte and the list is part of the client. */
export const redirectUrisSchema = z
  .array(redirectUriSchema)
  .min(1, 'must name at least one redirect URI')
  .max(10, 'must name at most 10 redirect URIs')
