import { z } from 'zod'

const maxCharacters = 254

/**
 * An email address in lower case, as users and invitations store it. It is validated first, because the lower case of
 * some non-ASCII characters is an ASCII letter: such an address would turn into another user's.
 */
export const emailAddressSchema = z
  .string()
  .trim()
  .max(maxCharacters)
  .pipe(z.email('must be an email address').toLowerCase())
