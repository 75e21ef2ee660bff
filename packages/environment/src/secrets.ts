import { z } from 'zod'

/** A secret shared by the service's programs. */
export const secretSchema = z.string().min(32, 'must have at least 32 characters')

/** Secrets accepted in addition to the current one, separated by commas. */
export const acceptedSecretsSchema = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(secretSchema))
