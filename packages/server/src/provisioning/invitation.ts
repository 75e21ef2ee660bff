import { hashSecret, isWellFormedSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'
import { emailAddressSchema } from './email-address.ts'
import {
  acceptInvitation,
  findInvitationState,
  findOpenInvitations,
  type InvitationState,
  insertInvitation,
  revokeInvitation,
} from './invitation.store.ts'
import { requireAtLeast, roleChanged } from './membership.ts'
import { noContent, noInput, operation } from './operation.ts'
import type { Role } from './owned.ts'
import { printTime, roleSchema, timeSchema } from './shapes.ts'

const prefix = 'svci_'
const lifetimeMs = 7 * 24 * 60 * 60 * 1000

const invitationSchema = z.strictObject({
  id: z.string(),
  orgId: z.string(),
  email: z.string(),
  role: roleSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
})

/** How the invitation of a link stands for the caller, for a page that asks before it is accepted. */
export function loadInvitationState(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  token: string,
): Promise<InvitationState> {
  return findInvitationState(database, hashToken(token), caller.userId, clock())
}

/** Of a text that is no token, nothing that a row could have. */
function hashToken(token: string): string {
  return isWellFormedSecret(prefix, token) ? hashSecret(token) : ''
}

export const invitationOperations = {
  createInvitation: operation({
    route: 'POST /invitations',
    summary: 'Invites an e-mail address; the mail holds a link that works once, for 7 days.',
    about: 'org',
    role: 'admin',
    input: z.strictObject({ email: emailAddressSchema, role: roleSchema.default('member') }),
    output: z.strictObject({ invitation: invitationSchema }),
    status: 201,
    run: async ({ database, clock, config, mailer, invitationLimiter }, call, input) => {
      if (input.role === 'owner') requireAtLeast(call.role, 'owner')
      const { allowed, limit, resetSeconds } = await invitationLimiter.consume(call.caller.userId)
      if (!allowed) {
        const message = `You sent your ${limit} invitations of this day (UTC). Wait ${resetSeconds} s.`
        throw new Problem('rate_limited', message, {}, resetSeconds)
      }
      const token = mintSecret(prefix)
      const createdAt = clock()
      const inserted = await insertInvitation(
        database,
        {
          ...input,
          orgId: call.orgId,
          tokenHash: hashSecret(token),
          createdAt,
          expiresAt: new Date(createdAt.getTime() + lifetimeMs),
        },
        call.caller,
      )
      if (inserted.kind === 'member') throw new Problem('invalid_request', `email: ${input.email} is a member already`)
      if (inserted.kind === 'role-changed') throw roleChanged()
      await mailer.sendInvitation(input.email, { orgName: inserted.orgName, link: config.baseUrl + acceptPath(token) })
      return { invitation: print(inserted.row) }
    },
  }),

  listInvitations: operation({
    route: 'GET /invitations',
    summary: 'The invitations of an organization that can still be accepted.',
    about: 'org',
    role: 'member',
    input: noInput,
    output: z.strictObject({ invitations: z.array(invitationSchema) }),
    run: async ({ database, clock }, { orgId }) => ({
      invitations: (await findOpenInvitations(database, orgId, clock())).map(print),
    }),
  }),

  revokeInvitation: operation({
    route: 'DELETE /invitations/{invitationId}',
    summary: 'Takes an invitation back; its link works no more.',
    about: 'invitation',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock }, call) => {
      await revokeInvitation(database, call, call.caller, clock())
      return undefined
    },
  }),

  acceptInvitation: operation({
    route: 'POST /invitations/accept',
    summary: 'Makes you a member of the organization that invited your e-mail address.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: z.strictObject({ token: z.string() }),
    output: z.strictObject({
      org: z.strictObject({ id: z.string(), name: z.string(), slug: z.string(), role: roleSchema }),
    }),
    run: async ({ database, clock }, { caller }, { token }) => {
      const { org, role } = requireOpen(await acceptInvitation(database, hashToken(token), caller, clock()))
      return { org: { ...org, role } }
    },
  }),
}

/** The page on which an invitation is accepted. */
function acceptPath(token: string): string {
  return `/invitations/${token}`
}

interface Row {
  readonly id: string
  readonly orgId: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  readonly expiresAt: Date
}

function print({ createdAt, expiresAt, ...row }: Row): z.output<typeof invitationSchema> {
  return {
    ...row,
    createdAt: printTime(createdAt),
    expiresAt: printTime(expiresAt),
  }
}

/** @throws Problem that tells why nobody can join */
function requireOpen(invited: InvitationState): Extract<InvitationState, { kind: 'open' }> {
  switch (invited.kind) {
    case 'open':
      return invited
    case 'unknown':
      throw new Problem('not_found', 'There is no such invitation. Check that the link is complete.')
    case 'used':
      throw new Problem('invalid_request', 'This invitation was accepted before; it works once.')
    case 'revoked':
      throw new Problem('invalid_request', 'This invitation was taken back, or a newer one took its place. Ask for it.')
    case 'expired':
      throw new Problem('invalid_request', 'This invitation has expired: it works for 7 days. Ask for a new one.')
    case 'wrong-person':
      throw new Problem('forbidden', `This invitation is for ${invited.email}. Sign in with that address.`)
  }
}
