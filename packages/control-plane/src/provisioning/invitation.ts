import { hashSecret, isWellFormedSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { emailAddressSchema } from '@bridge/identity/access/email-address'
import { roleChanged } from '@bridge/identity/access/membership'
import type { Role } from '@bridge/identity/access/owned'
import { formatTime, roleSchema, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { afterField, listPageFields, toListPage } from '../operation/list-page.ts'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { getInvitingRole } from './given-access.store.ts'
import {
  acceptInvitation,
  findInvitationPreview,
  findInvitationState,
  findOpenInvitations,
  type InvitationPreview,
  type InvitationState,
  insertInvitation,
  revokeInvitation,
} from './invitation.store.ts'
import { invitationMail } from './invitation-mail.ts'
import { withinQuota } from './quota.ts'

const prefix = 'svci_'
const lifetimeMs = 7 * 24 * 60 * 60 * 1000

const invitationSchema = z
  .strictObject({
    id: z.string(),
    orgId: z.string(),
    email: z.string(),
    role: roleSchema,
    createdAt: timeSchema,
    expiresAt: timeSchema,
  })
  .meta({ id: 'Invitation' })

/** Loads an invitation link's state for the caller, who confirms on the page before accepting. */
export function loadInvitationState(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  token: string,
): Promise<InvitationState> {
  return findInvitationState(database, hashToken(token), caller.userId, clock())
}

/** Loads what an invitation link shows without sign-in: the token proves possession of the link. */
export function loadInvitationPreview(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
): Promise<InvitationPreview | undefined> {
  return findInvitationPreview(database, hashToken(token), clock())
}

/** Returns a token's hash; for other text, a value found in no row. */
function hashToken(token: string): string {
  return isWellFormedSecret(prefix, token) ? hashSecret(token) : ''
}

export const invitationOperations = {
  createInvitation: operation({
    route: 'POST /invitations',
    summary: 'Invites an email address. The email contains a link that works once within 7 days.',
    about: 'org',
    role: 'admin',
    roleFor: ({ role }) => getInvitingRole(role),
    sessionOnly: true,
    requiresFreshProof: ({ role }) => role === 'owner',
    input: z.strictObject({ email: emailAddressSchema, role: roleSchema.default('member') }),
    problems: ['quota_reached'],
    creates: {},
    output: z.strictObject({ invitation: invitationSchema }),
    status: 201,
    run: async (services, call, input) => {
      const { clock, config, mailer, invitationLimiter } = services
      const { allowed, limit, resetSeconds } = await invitationLimiter.consume(call.caller.userId)
      if (!allowed) {
        const message = `You have sent your ${limit} invitations of this day (UTC). Wait ${resetSeconds} s.`
        throw new Problem('rate_limited', message, {}, resetSeconds)
      }
      const token = mintSecret(prefix)
      const createdAt = clock()
      const invitation = {
        ...input,
        orgId: call.orgId,
        tokenHash: hashSecret(token),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + lifetimeMs),
      }
      const inserted = await withinQuota(services, 'invitations', call.orgId, (database) =>
        insertInvitation(database, invitation, call.caller),
      )
      if (inserted.kind === 'member')
        throw new Problem('invalid_request', `${input.email} is already a member.`, { field: 'email' })
      if (inserted.kind === 'role-changed') throw roleChanged()
      const message = invitationMail(new URL(config.baseUrl).host, {
        orgName: inserted.orgName,
        role: input.role,
        inviter: inserted.inviter?.name || inserted.inviter?.email,
        link: config.baseUrl + acceptPath(token),
      })
      await mailer.send(input.email, message)
      return { invitation: print(inserted.row) }
    },
  }),

  listInvitations: operation({
    route: 'GET /invitations',
    summary: 'Lists the invitations of an organization that can still be accepted, oldest first.',
    about: 'org',
    role: 'viewer',
    input: z.strictObject(listPageFields('the email address')),
    output: z.strictObject({ invitations: z.array(invitationSchema), ...afterField }),
    run: async ({ database, clock }, { orgId }, page) => {
      const { rows, after } = toListPage(await findOpenInvitations(database, orgId, page, clock()), page)
      return { invitations: rows.map(print), after }
    },
  }),

  revokeInvitation: operation({
    route: 'DELETE /invitations/{invitationId}',
    summary: 'Revokes an invitation. Its link no longer works.',
    about: 'invitation',
    role: 'admin',
    sessionOnly: true,
    input: noInput,
    output: noContent,
    run: async ({ database, clock }, call) => {
      await revokeInvitation(database, call, call.caller, clock())
      return undefined
    },
  }),

  acceptInvitation: operation({
    route: 'POST /invitations/accept',
    summary: 'Accepts an invitation, which makes you a member of the organization.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: z.strictObject({ token: z.string() }),
    problems: ['not_found', 'forbidden'],
    output: z.strictObject({
      org: z.strictObject({ id: z.string(), name: z.string(), slug: z.string(), role: roleSchema }),
    }),
    run: async ({ database, clock }, { caller }, { token }) => {
      const { org, role } = requireOpen(await acceptInvitation(database, hashToken(token), caller, clock()))
      return { org: { ...org, role } }
    },
  }),
}

/** Returns the path to the page for accepting an invitation. */
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
    createdAt: formatTime(createdAt),
    expiresAt: formatTime(expiresAt),
  }
}

/** @throws Problem for an invitation the caller cannot accept */
function requireOpen(state: InvitationState): Extract<InvitationState, { kind: 'open' }> {
  switch (state.kind) {
    case 'open':
      return state
    case 'unknown':
      throw new Problem('not_found', 'This invitation does not exist. Check that the link is complete.')
    case 'used':
      throw new Problem('invalid_request', 'This invitation was accepted before. It works once.')
    case 'revoked':
      throw new Problem(
        'invalid_request',
        'This invitation was revoked or replaced by a newer one, or its sender may no longer invite. Ask for a new one.',
      )
    case 'expired':
      throw new Problem('invalid_request', 'This invitation has expired after 7 days. Ask for a new one.')
    case 'wrong-person':
      throw new Problem('forbidden', `This invitation is for ${state.email}. Sign in with that address.`)
  }
}
