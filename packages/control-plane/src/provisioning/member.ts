import { Problem } from '@bridge/faults'
import { recordDenial, roleChanged } from '@bridge/identity/access/membership'
import { formatTime, roleSchema, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { afterField, listPageFields, toListPage } from '../operation/list-page.ts'
import { noContent, noInput, type OperationCall, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { changeRole, findMembers, leaveOrganization, type MemberChange, removeMember } from './member.store.ts'

const memberSchema = z
  .strictObject({
    id: z.string(),
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: roleSchema,
    createdAt: timeSchema,
  })
  .meta({ id: 'Member' })

export const memberOperations = {
  listMembers: operation({
    route: 'GET /orgs/{orgId}/members',
    summary: 'Lists the members of an organization, oldest first.',
    about: 'org',
    role: 'viewer',
    input: z.strictObject(listPageFields('the email address or the name')),
    output: z.strictObject({ members: z.array(memberSchema), ...afterField }),
    run: async ({ database }, { orgId }, page) => {
      const { rows, after } = toListPage(await findMembers(database, orgId, page), page)
      return { members: rows.map(print), after }
    },
  }),

  changeRole: operation({
    route: 'PATCH /members/{memberId}',
    summary:
      'Changes the role of a member. Only an owner can promote or demote owners. Invitations, set-up links and pairing codes that the new role may not create end.',
    about: 'member',
    role: 'admin',
    sessionOnly: true,
    requiresFreshProof: true,
    input: z.strictObject({ role: roleSchema }),
    output: z.strictObject({ member: memberSchema }),
    run: async (services, call, input) => {
      const { database, clock, changes } = services
      const change = await changeRole(database, call, input.role, call.caller, clock())
      if (change.kind === 'owner-only') await recordOwnerOnly(services, call, 'PATCH /members/{memberId}')
      const member = print(requireDone(change))
      // A viewer keeps no sandbox token.
      await changes.publish('tokens')
      return { member }
    },
  }),

  removeMember: operation({
    route: 'DELETE /members/{memberId}',
    summary:
      'Removes a member. Their API keys authorize nothing, and their invitations, set-up links, pairing codes and sandbox tokens end.',
    about: 'member',
    role: 'admin',
    sessionOnly: true,
    requiresFreshProof: true,
    input: noInput,
    output: noContent,
    run: async (services, call) => {
      const { database, clock, changes } = services
      const change = await removeMember(database, call, call.caller, clock())
      if (change.kind === 'owner-only') await recordOwnerOnly(services, call, 'DELETE /members/{memberId}')
      requireDone(change)
      await changes.publish('tokens')
      return undefined
    },
  }),

  leaveOrganization: operation({
    route: 'POST /orgs/{orgId}/leave',
    summary: 'Ends your own membership.',
    about: 'org',
    role: 'viewer',
    needsNoSecondFactor: true,
    sessionOnly: true,
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, { orgId, caller }) => {
      requireDone(await leaveOrganization(database, orgId, caller, clock()))
      await changes.publish('tokens')
      return undefined
    },
  }),
}

function recordOwnerOnly(
  services: Pick<Services, 'database' | 'clock'>,
  { caller, id, orgId, role }: OperationCall<'member', 'admin'>,
  attempt: string,
): Promise<void> {
  const details = { operation: attempt, role, needs: 'owner' }
  return recordDenial(services, caller, { orgId, resource: 'member', id, details })
}

function print({
  user,
  createdAt,
  ...row
}: Awaited<ReturnType<typeof findMembers>>[number]): z.output<typeof memberSchema> {
  return {
    id: row.id,
    userId: row.userId,
    email: user.email,
    name: user.name ?? '',
    role: row.role,
    createdAt: formatTime(createdAt),
  }
}

/** @throws Problem unless the change was made */
function requireDone<Row>(change: MemberChange<Row>): Row {
  switch (change.kind) {
    case 'done':
      return change.row
    case 'gone':
      throw new Problem('not_found', 'The member is no longer in the organization.')
    case 'role-changed':
      throw roleChanged()
    case 'owner-only':
      throw new Problem('forbidden', 'Only an owner can promote, demote or remove an owner.')
    case 'last-owner':
      throw new Problem(
        'invalid_request',
        'An organization needs an owner, and this is the last one. Make another member an owner first.',
      )
  }
}
