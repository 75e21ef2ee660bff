import { findRedirectUriViolation } from '@bridge/identity/access/redirect-uri-violation'
import { z } from 'zod'

export const redirectUriSchema = z
  .string()
  .max(2048, 'must be at most 2048 characters')
  .superRefine((text, context) => {
    const violation = findRedirectUriViolation(text)
    if (violation) context.addIssue({ code: 'custom', message: violation })
  })

/** 1 to 10 redirect URIs, which are matched byte for byte. */
export const redirectUrisSchema = z
  .array(redirectUriSchema)
  .min(1, 'must have at least one redirect URI')
  .max(10, 'must have at most 10 redirect URIs')
