import { z } from 'zod'

const charactersMax = 254

/** An e-mail address in the form in which users and invitations keep it: lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(charactersMax)
  .pipe(z.email('must be an e-mail address'))
