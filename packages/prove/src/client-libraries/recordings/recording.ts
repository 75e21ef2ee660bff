import { z } from 'zod'

/**
 * A request as a library sent it. Texts have placeholders in double braces, such as `{{realmId}}` and `{{1.SyncToken}}`:
 * {@link fillText} lists them.
 */
const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  /** A JSON body. */
  json: z.json().optional(),
  /** Any other body. */
  text: z.string().optional(),
  /** The encoding for `text`; UTF-8 by default. */
  encoding: z.literal('latin1').optional(),
})

/** What a library sent in a walk: the calls in their order, each with its requests. */
export const recordingSchema = z.array(z.object({ operation: z.string(), requests: z.array(requestSchema) }))

export type RecordedRequest = z.output<typeof requestSchema>
export type Recording = z.output<typeof recordingSchema>
