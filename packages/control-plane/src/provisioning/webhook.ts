import { Problem } from '@bridge/faults'
import { fieldProblem } from '@bridge/identity/access/parse-input'
import { formatTime, instantSchema, timeSchema } from '@bridge/identity/access/shapes'
import { isLoopback } from '@bridge/platform/loopback'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import { eventNames } from '../webhooks/event-types.ts'
import { sandboxFailureNames, sandboxFailures } from '../webhooks/sandbox-failures.ts'
import { mintVerifierToken, sealVerifierToken } from '../webhooks/verifier-token.ts'
import { redirectUriSchema } from './redirect-uri.ts'
import { deleteWebhook, findWebhook, replaceVerifierToken, setWebhook, type WebhookRow } from './webhook.store.ts'
import { findWentBack } from './went-back.store.ts'
import { formatWentBack, getWentBackSince, wentBackSchema } from './went-back.ts'

/** The latest moment at which a new verifier token can begin to sign. */
const maxReplacementMs = 30 * 24 * 60 * 60 * 1000

const eventsSchema = z
  .array(z.enum(eventNames))
  .min(1, 'must have at least one event, or be null for all')
  .max(eventNames.length)
  .nullable()
  .describe('The events that are sent, such as `invoice.updated`; null for all, also those that come later.')

const sandboxFailureSchema = z
  .enum(sandboxFailureNames)
  .nullable()
  .describe(
    `What is wrong on purpose with events of sandboxes, to test the receiver; null for nothing. ${sandboxFailureNames
      .map((name) => `\`${name}\`: ${sandboxFailures[name].description}`)
      .join(' ')}`,
  )

const webhookInput = z.strictObject({
  url: redirectUriSchema.describe('The receiver: a public https address.'),
  format: z
    .enum(['cloudevents', 'legacy'])
    .default('cloudevents')
    .describe('The body: CloudEvents as QuickBooks Online sends them, or its `eventNotifications` from before.'),
  events: eventsSchema.default(null),
  sandboxFailure: sandboxFailureSchema.default(null),
})

const webhookSchema = z
  .strictObject({
    url: z.string(),
    format: z.enum(['cloudevents', 'legacy']),
    events: z.array(z.string()).nullable(),
    sandboxFailure: sandboxFailureSchema,
    createdAt: timeSchema,
    newTokenAt: timeSchema.nullable().describe('When a new verifier token begins to sign; null if none is to come.'),
    failingSince: timeSchema.nullable().describe('Since when deliveries fail; null if the latest one succeeded.'),
    pausedAt: timeSchema
      .nullable()
      .describe('When deliveries were paused, by a 410 or after 5 days of failures. Setting the webhook resumes them.'),
    missedSince: timeSchema
      .nullable()
      .describe('The oldest change that is not delivered anymore: request `cdc` from there. Null if none was missed.'),
  })
  .meta({ id: 'Webhook' })

const tokenDescription = 'Verifies signatures. Only this response shows it.'

export const webhookOperations = {
  setWebhook: operation({
    route: 'PUT /clients/{clientId}/webhook',
    summary:
      'Sets where a client receives the changes of the company files that are connected to it. Resumes paused deliveries; changes from before are not delivered.',
    about: 'client',
    role: 'admin',
    input: webhookInput,
    output: z.strictObject({
      webhook: webhookSchema,
      verifierToken: z.string().nullable().describe(`${tokenDescription} Null for a webhook that had one.`),
    }),
    run: async ({ database, clock, config, changes }, call, { events, ...input }) => {
      if (isLoopback(input.url) && !isLoopback(config.baseUrl)) {
        throw fieldProblem('url', 'must be an address that this service can reach, not one of your own computer')
      }
      const verifierToken = mintVerifierToken()
      const sealedToken = sealVerifierToken(verifierToken, call.id, config)
      const at = clock()
      const { row, isNew } = await setWebhook(database, call, { ...input, events: events ?? [] }, sealedToken, at)
      await changes.publish('settings')
      await changes.publish('records')
      return { webhook: formatWebhook(row, at), verifierToken: isNew ? verifierToken : null }
    },
  }),

  getWebhook: operation({
    route: 'GET /clients/{clientId}/webhook',
    summary: 'Returns the webhook of a client, without its verifier token; null without one.',
    about: 'client',
    role: 'member',
    input: noInput,
    output: z.strictObject({
      webhook: webhookSchema.nullable(),
      wentBack: z
        .array(wentBackSchema)
        .describe('Company files of the client that went back in the last 30 days, which causes no events.'),
    }),
    run: async ({ database, clock }, call) => {
      const now = clock()
      const row = await findWebhook(database, call)
      if (row === null) return { webhook: null, wentBack: [] }
      const wentBack = await findWentBack(database, call, getWentBackSince(now))
      return { webhook: formatWebhook(row, now), wentBack: wentBack.map(formatWentBack) }
    },
  }),

  replaceVerifierToken: operation({
    route: 'POST /clients/{clientId}/webhook/token',
    summary:
      'Creates a new verifier token, which only this response shows. It signs from the given time, by default at once; the present one signs until then.',
    about: 'client',
    role: 'admin',
    input: z.strictObject({
      signsFrom: instantSchema.optional().describe('At most 30 days ahead.'),
    }),
    output: z.strictObject({
      verifierToken: z.string().describe(tokenDescription),
      signsFrom: timeSchema,
    }),
    run: async ({ database, clock, config }, call, input) => {
      const at = clock()
      const signsFrom = input.signsFrom ?? at
      if (signsFrom.getTime() > at.getTime() + maxReplacementMs) {
        throw fieldProblem('signsFrom', 'must be at most 30 days ahead')
      }
      const verifierToken = mintVerifierToken()
      const sealedToken = sealVerifierToken(verifierToken, call.id, config)
      if (!(await replaceVerifierToken(database, call, { sealedToken, signsFrom }, at))) throw noWebhook()
      return { verifierToken, signsFrom: formatTime(signsFrom) }
    },
  }),

  deleteWebhook: operation({
    route: 'DELETE /clients/{clientId}/webhook',
    summary: 'Deletes the webhook of a client with its deliveries.',
    about: 'client',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, call) => {
      await deleteWebhook(database, call, clock())
      await changes.publish('settings')
      return undefined
    },
  }),
}

export function noWebhook(): Problem {
  return new Problem('not_found', 'The app has no webhook.')
}

function formatWebhook(
  { url, format, events, sandboxFailure, createdAt, nextTokenAt, failingSince, pausedAt, missedSince }: WebhookRow,
  now: Date,
): z.output<typeof webhookSchema> {
  return {
    url,
    format,
    events: events.length === 0 ? null : [...events],
    sandboxFailure,
    createdAt: formatTime(createdAt),
    newTokenAt: formatTime(nextTokenAt !== null && nextTokenAt > now ? nextTokenAt : null),
    failingSince: formatTime(failingSince),
    pausedAt: formatTime(pausedAt),
    missedSince: formatTime(missedSince),
  }
}
