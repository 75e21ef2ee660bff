import { z } from 'zod'

const requestSchema = z.object({
  format: z.enum(['cloudevents', 'legacy']),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

const verdictSchema = z.object({
  /** Whether the receiver's code found the signature valid. */
  isVerified: z.boolean(),
  /** What the receiver's handler responded with, where it ran as a whole. */
  response: z.string().optional(),
})

/** Reads what was sent to a receiver, with its verdicts on that, on another body, and on another token's signature. */
export const receiverRecordingSchema = z.array(
  z.object({
    request: requestSchema,
    verdict: verdictSchema,
    verdictOnChangedBody: verdictSchema,
    verdictOnOtherToken: verdictSchema,
  }),
)

export type ReceiverRequest = z.output<typeof requestSchema>
export type Verdict = z.output<typeof verdictSchema>
export type ReceiverRecording = z.output<typeof receiverRecordingSchema>

/** Reads what a receiver's program wrote. */
export function parseVerdict(text: string): Verdict {
  return verdictSchema.parse(JSON.parse(text))
}
