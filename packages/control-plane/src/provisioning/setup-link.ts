import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { emailAddressSchema } from '@bridge/identity/access/email-address'
import { roleChanged } from '@bridge/identity/access/membership'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import { requireConnectorAddress } from './qwc-file.ts'
import {
  findMailedLink,
  findOpenSetupLinks,
  insertSetupLink,
  maxOpenLinks,
  recordSetupMail,
  revokeSetupLink,
  type SetupTransport,
} from './setup-link.store.ts'
import { setupLinkMail } from './setup-link-mail.ts'

export const setupLinkPrefix = 'svcl_'
/** How long a link is valid. */
export const setupLinkLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Returns a new link's token. */
export function mintSetupToken(): string {
  return mintSecret(setupLinkPrefix)
}

export const transportSchema = z
  .enum(['agent', 'web_connector'])
  .describe('What the person sets up: the agent, or the QuickBooks Web Connector.')

const setupLinkSchema = z.strictObject({
  id: z.string(),
  transport: transportSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
  openedAt: timeSchema.nullable().describe('When the link was first opened.'),
})

const listedLinkSchema = setupLinkSchema.extend({
  creator: z.string(),
  startedAt: timeSchema
    .nullable()
    .describe('When the link issued its latest pairing code, or its Web Connector credential.'),
})

const mailSchema = z.strictObject({
  subject: z.string(),
  text: z.string(),
  sentTo: z.string().nullable().describe('The recipient; null if the mail was not sent.'),
})

export const setupLinkOperations = {
  createSetupLink: operation({
    route: 'POST /realms/{realmId}/setup-links',
    summary:
      'Creates a link to the set-up page of a company file, for the person at the PC: no sign-in, valid for 7 days. Only this response shows it.',
    about: 'realm',
    role: 'admin',
    input: z.strictObject({ transport: transportSchema.default('agent') }),
    problems: ['sandbox_realm'],
    creates: { secret: 'url' },
    output: z.strictObject({ setupLink: setupLinkSchema, url: z.string() }),
    status: 201,
    run: async ({ database, clock, config, changes }, call, { transport }) => {
      if (transport === 'web_connector') requireConnectorAddress(config.baseUrl)
      const token = mintSetupToken()
      const createdAt = clock()
      const expiresAt = new Date(createdAt.getTime() + setupLinkLifetimeMs)
      const link = { transport, tokenHash: hashSecret(token), createdAt, expiresAt }
      const row = await insertSetupLink(database, call, link, call.caller)
      if (row === 'role-changed') throw roleChanged()
      if (row === 'sandbox') {
        throw new Problem('sandbox_realm', 'A sandbox realm needs no set-up. Create links for production realms.')
      }
      if (row === 'too-many') {
        throw new Problem(
          'invalid_request',
          `The realm has ${maxOpenLinks} valid set-up links already. Revoke one of them first.`,
        )
      }
      await changes.publish('portal')
      return { setupLink: print(row), url: `${config.baseUrl}/setup/${token}` }
    },
  }),

  listSetupLinks: operation({
    route: 'GET /realms/{realmId}/setup-links',
    summary: 'Lists the valid set-up links of a company file, without their tokens, newest first.',
    about: 'realm',
    role: 'admin',
    input: noInput,
    output: z.strictObject({ setupLinks: z.array(listedLinkSchema) }),
    run: async ({ database, clock }, call) => ({
      setupLinks: (await findOpenSetupLinks(database, call, clock())).map(({ creator, startedAt, ...row }) => ({
        ...print(row),
        creator: creator.email,
        startedAt: formatTime(startedAt),
      })),
    }),
  }),

  mailSetupLink: operation({
    route: 'POST /setup-links/{setupLinkId}/mail',
    summary:
      'Emails a set-up link to the person at the PC, at most 20 times per organization and hour. Without `email`, it only returns the text, to be sent by yourself.',
    about: 'setup-link',
    role: 'admin',
    input: z.strictObject({
      url: z.string().max(2_000).describe('The link, as its creation returned it: the service does not store it.'),
      email: emailAddressSchema.optional().describe('The recipient.'),
    }),
    problems: ['rate_limited'],
    output: mailSchema,
    run: async (services, call, { url, email }) => {
      const { database, clock, config, mailer, setupMailLimiter } = services
      const at = clock()
      const link = await findMailedLink(database, call, { userId: call.caller.userId, at })
      if (!link || url !== `${config.baseUrl}/setup/${getToken(url)}` || hashSecret(getToken(url)) !== link.tokenHash) {
        throw new Problem(
          'invalid_request',
          'url is not the address of this link, or the link has ended. Create another link.',
          {
            field: 'url',
          },
        )
      }
      const hasInstaller = (await services.findInstaller()) !== undefined
      const message = setupLinkMail(new URL(config.baseUrl).host, { ...link, link: url, hasInstaller })
      const shown = { subject: message.subject, text: message.text }
      if (email === undefined) return { ...shown, sentTo: null }
      if (!mailer.delivers) {
        throw new Problem(
          'invalid_request',
          'This service sends no email, because its operator set up no mail server. Copy the text and send it yourself.',
        )
      }
      const { allowed, limit, resetSeconds } = await setupMailLimiter.consume(call.orgId)
      if (!allowed) {
        const refusal = `Your organization has sent its ${limit} set-up mails of this hour. Copy the text and send it yourself, or wait ${resetSeconds} s.`
        throw new Problem('rate_limited', refusal, {}, resetSeconds)
      }
      await mailer.send(email, message)
      await recordSetupMail(database, call, { email, at }, call.caller)
      return { ...shown, sentTo: email }
    },
  }),

  revokeSetupLink: operation({
    route: 'DELETE /setup-links/{setupLinkId}',
    summary: 'Revokes a set-up link. Its page shows nothing from then on.',
    about: 'setup-link',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, call) => {
      await revokeSetupLink(database, call, call.caller, clock())
      await changes.publish('portal')
      return undefined
    },
  }),
}

function getToken(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

interface Row {
  readonly id: string
  readonly transport: SetupTransport
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly openedAt: Date | null
}

function print({ id, transport, createdAt, expiresAt, openedAt }: Row): z.output<typeof setupLinkSchema> {
  return {
    id,
    transport,
    createdAt: formatTime(createdAt),
    expiresAt: formatTime(expiresAt),
    openedAt: formatTime(openedAt),
  }
}
