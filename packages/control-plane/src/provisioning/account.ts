import { Problem } from '@bridge/faults'
import { recordUserAudit } from '@bridge/identity/access/audit.store'
import { nameSchema } from '@bridge/identity/access/name'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { fileOutput, noContent, noInput, operation } from '../operation/operation.ts'
import {
  deleteAccount,
  findAccount,
  findAccountData,
  findAffectedOrganizations,
  renameAccount,
} from './account.store.ts'

const accountSchema = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    /** `email` for links, and the ID of each provider used. */
    signInMethods: z.array(z.string()),
    createdAt: timeSchema,
  })
  .meta({ id: 'UserAccount' })

const affectedSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** `hand-over` and `subscription` prevent the deletion. */
  effect: z.enum(['deleted', 'left', 'hand-over', 'subscription']),
})

export const accountOperations = {
  getAccount: operation({
    route: 'GET /account',
    summary: 'Returns your name, email address and sign-in methods.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: noInput,
    output: z.strictObject({ account: accountSchema }),
    run: async ({ database }, { caller }) => ({ account: print(await findAccount(database, caller)) }),
  }),

  updateAccount: operation({
    route: 'PATCH /account',
    summary: 'Changes your name, which members of your organizations see.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: z.strictObject({ name: nameSchema(80) }),
    output: z.strictObject({ account: accountSchema }),
    run: async ({ database, clock }, { caller }, { name }) => ({
      account: print(await renameAccount(database, caller, name, clock())),
    }),
  }),

  exportAccount: operation({
    route: 'GET /account/export',
    summary: 'Exports what the service stores about you as JSON, without secrets.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    requiresFreshProof: true,
    input: noInput,
    output: fileOutput,
    file: { type: 'application/json; charset=utf-8', name: 'account.json' },
    run: async ({ database, clock }, { caller }) => {
      const at = clock()
      const data = await findAccountData(database, caller)
      const audited = { action: 'account.export', resource: 'account', resourceId: caller.userId } as const
      await recordUserAudit(database, { ...audited, caller, at })
      return printFile({ exportedAt: at, ...data })
    },
  }),

  getAccountDeletion: operation({
    route: 'GET /account/deletion',
    summary: 'Lists what a deletion of your account does to your organizations, and which of them prevent it.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: noInput,
    output: z.strictObject({ organizations: z.array(affectedSchema) }),
    run: async ({ database }, { caller }) => ({ organizations: await findAffectedOrganizations(database, caller) }),
  }),

  deleteAccount: operation({
    route: 'DELETE /account',
    summary: 'Deletes your account, and each organization that has no other member.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    problems: ['last_owner', 'subscription_active'],
    requiresFreshProof: true,
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, { caller }) => {
      const { kind, organizations } = await deleteAccount(database, caller, clock())
      if (kind === 'prevented') {
        const isSubscribed = organizations.some(({ effect }) => effect === 'subscription')
        throw new Problem(isSubscribed ? 'subscription_active' : 'last_owner', undefined, { organizations })
      }
      await changes.publish('tokens')
      if (organizations.some(({ effect }) => effect === 'deleted')) await changes.publish('agents')
      return undefined
    },
  }),
}

function print({
  accounts,
  createdAt,
  name,
  ...user
}: Awaited<ReturnType<typeof findAccount>>): z.output<typeof accountSchema> {
  return {
    ...user,
    name: name ?? '',
    signInMethods: ['email', ...new Set(accounts.map(({ provider }) => provider))],
    createdAt: formatTime(createdAt),
  }
}

async function* printFile(data: object): AsyncGenerator<string> {
  yield `${JSON.stringify(data)}\n`
}
