import { Problem } from '@bridge/faults'
import { z } from 'zod'
import { changeRole, findMembers, leave, type MemberChange, removeMember } from './member.store.ts'
import { roleLost } from './membership.ts'
import { noContent, nothing, operation } from './operation.ts'
import { printTime, role, time } from './shapes.ts'

const member = z.strictObject({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  createdAt: time,
})

export const memberOperations = {
  listMembers: operation({
    route: 'GET /orgs/{orgId}/members',
    summary: 'The members of an organization.',
    about: 'org',
    role: 'member',
    input: nothing,
    output: z.strictObject({ members: z.array(member) }),
    run: async ({ database }, { orgId }) => ({ members: (await findMembers(database, orgId)).map(print) }),
  }),

  changeRole: operation({
    route: 'PATCH /members/{memberId}',
    summary: 'Changes the role of a member. Only an owner makes or demotes owners.',
    about: 'member',
    role: 'admin',
    input: z.strictObject({ role }),
    output: z.strictObject({ member }),
    run: async ({ database, clock }, call, input) => ({
      member: print(settled(await changeRole(database, call, input.role, call.caller, clock()))),
    }),
  }),

  removeMember: operation({
    route: 'DELETE /members/{memberId}',
    summary: 'Removes a member; API keys of theirs authorise nothing from then on.',
    about: 'member',
    role: 'admin',
    input: nothing,
    output: noContent,
    run: async ({ database, clock }, call) => settled(await removeMember(database, call, call.caller, clock())),
  }),

  leaveOrganization: operation({
    route: 'POST /orgs/{orgId}/leave',
    summary: 'Ends your own membership.',
    about: 'org',
    role: 'member',
    sessionOnly: true,
    input: nothing,
    output: noContent,
    run: async ({ database, clock }, { orgId, caller }) => settled(await leave(database, orgId, caller, clock())),
  }),
}

function print({ user, createdAt, ...row }: Awaited<ReturnType<typeof findMembers>>[number]): z.output<typeof member> {
  return {
    id: row.id,
    userId: row.userId,
    email: user.email,
    name: user.name ?? '',
    role: row.role,
    createdAt: printTime(createdAt),
  }
}

/** @throws Problem where nothing was changed */
function settled<Row>(change: MemberChange<Row>): Row {
  switch (change.kind) {
    case 'done':
      return change.row
    case 'gone':
      throw new Problem('not_found', 'The member has left the organization already.')
    case 'role-lost':
      throw roleLost()
    case 'owner-only':
      throw new Problem('forbidden', 'Only an owner makes, demotes or removes an owner.')
    case 'last-owner':
      throw new Problem(
        'invalid_request',
        'An organization needs an owner, and this is its last one. Make another member an owner first.',
      )
  }
}
