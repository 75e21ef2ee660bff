import { z } from 'zod'

const charactersMax = 254

/**
 * An e-mail address in the form in which users and invitations keep it: lower case. It is looked at before that, because
 * there are signs beyond ASCII whose lower case is a letter of it: an address with one is somebody else's.
 */
export const emailAddressSchema = z
  .string()
  .trim()
  .max(charactersMax)
  .pipe(z.email('must be an e-mail address').toLowerCase())
