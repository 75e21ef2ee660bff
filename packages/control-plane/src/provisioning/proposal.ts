import type { Proposal } from '@bridge/data-plane/proposals/proposal'
import { Problem } from '@bridge/faults'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { redact } from '@bridge/platform/redact'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'

const accountsSchema = z.discriminatedUnion('isKnown', [
  z.strictObject({
    isKnown: z.literal(true),
    postings: z.array(
      z.strictObject({
        account: z.string(),
        amount: z.string().describe('In the home currency. Debits are positive, credits negative.'),
        currency: z.string().optional().describe('The code of another currency that the write is in.'),
        foreignAmount: z.string().optional().describe('The amount in that currency.'),
      }),
    ),
    leftOut: z.array(z.string()).describe('What is not known exactly, as sentences.'),
  }),
  z.strictObject({ isKnown: z.literal(false), reason: z.string() }),
])

const previewSchema = z.strictObject({
  record: z.string().describe('The proposed record as JSON.'),
  before: z.string().nullable().describe('The record before the change as JSON; null for a new one.'),
  qbxml: z.string().describe('What is sent to QuickBooks, without secrets.'),
  followUps: z
    .array(z.strictObject({ qbxml: z.string(), reason: z.string() }))
    .describe('The message sets that follow, and why they are sent on their own.'),
  accounts: accountsSchema.describe('An estimate of the accounts that the write moves.'),
  duplicates: z.array(
    z.strictObject({
      reason: z.enum(['number', 'name, amount and date', 'proposal']),
      id: z.string(),
      number: z.string().optional(),
      name: z.string().optional(),
      date: z.string().optional(),
      amount: z.string().optional(),
    }),
  ),
  duplicatesAreKnown: z.boolean().describe('Whether all likely duplicates could be looked for.'),
})

const proposalSchema = z
  .strictObject({
    id: z.uuid().describe('Also the requestid of its commit.'),
    hostName: z.string().describe('The MCP host that proposed it.'),
    operation: z.enum(['create', 'update', 'delete', 'void']),
    entity: z.string(),
    state: z.enum(['waiting', 'expired', 'rejected', 'sending', 'posted', 'failed']),
    createdAt: timeSchema,
    expiresAt: timeSchema,
    recordId: z.string().nullable(),
    code: z.string().nullable().describe("The fault's code if it failed."),
    preview: previewSchema.nullable().describe('Null once it is decided or has expired.'),
  })
  .meta({ id: 'Proposal' })

const proposalInput = z.strictObject({ proposalId: z.uuid() })

export const proposalOperations = {
  listProposals: operation({
    route: 'GET /realms/{realmId}/proposals',
    summary: 'Lists writes to a realm that MCP hosts proposed in the last 30 days, newest first.',
    about: 'realm',
    role: 'member',
    input: z.strictObject({
      waiting: z
        .enum(['true', 'false'])
        .default('false')
        .describe('Whether only those that can be committed are listed.'),
      before: z.uuid().optional().describe('The last ID of the previous page.'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.strictObject({ proposals: z.array(proposalSchema), before: z.string().nullable() }),
    run: async ({ proposals, clock }, { id }, { waiting, limit, before }) => {
      const found = await proposals.list(id, { isWaiting: waiting === 'true', limit, before })
      return {
        proposals: found.map((each) => formatProposal(each, clock())),
        before: found.length === limit ? (found.at(-1)?.id ?? null) : null,
      }
    },
  }),

  commitProposal: operation({
    route: 'POST /realms/{realmId}/proposals/{proposalId}/commit',
    summary:
      'Sends a proposed write to QuickBooks as it was shown, once: a repeat returns the outcome of the first. A person decides: API keys are rejected.',
    about: 'realm',
    role: 'admin',
    sessionOnly: true,
    input: proposalInput,
    output: z.strictObject({
      posted: z.enum(['done', 'not_executed', 'not_sent', 'unknown']),
      refusal: z
        .enum(['expired', 'rejected', 'mode', 'changed'])
        .nullable()
        .describe('Why it was not sent: `changed` if QuickBooks would get something else than was shown.'),
      recordId: z.string().nullable(),
      code: z.string().nullable(),
      detail: z.string().nullable(),
    }),
    run: async ({ proposals }, call, { proposalId }) => {
      const member = { realmId: call.id, orgId: call.orgId, caller: call.caller }
      const result = await proposals.commitForMember(member, proposalId)
      if (result.kind === 'needs-person') throw new TypeError('A member commits like a host.')
      const { posted, recordId = null, code = null, detail = null } = result.outcome
      const outcome = { posted, recordId, code, detail }
      if (result.kind === 'sent') {
        const fault = findFault(result.response?.body)
        return { ...outcome, refusal: null, code: code ?? fault.code, detail: detail ?? fault.detail }
      }
      const { reason } = result
      if (reason === 'not_found' || reason === 'declined') throw new Problem('not_found')
      return { ...outcome, refusal: reason }
    },
  }),

  rejectProposal: operation({
    route: 'POST /realms/{realmId}/proposals/{proposalId}/reject',
    summary: 'Rejects a proposed write. Nothing is sent.',
    about: 'realm',
    role: 'member',
    input: proposalInput,
    output: z.strictObject({ rejected: z.boolean().describe('False if it was decided before, or has expired.') }),
    run: async ({ proposals }, call, { proposalId }) => {
      const member = { realmId: call.id, orgId: call.orgId, caller: call.caller }
      return { rejected: await proposals.reject(member, proposalId) }
    },
  }),
}

const faultSchema = z
  .object({ Fault: z.object({ Error: z.array(z.object({ code: z.string(), Detail: z.string() })).min(1) }) })
  .transform(
    ({
      Fault: {
        Error: [first],
      },
    }) => ({ code: first?.code ?? null, detail: first?.Detail ?? null }),
  )

function findFault(body: unknown): { readonly code: string | null; readonly detail: string | null } {
  return faultSchema.safeParse(body).data ?? { code: null, detail: null }
}

function formatProposal(proposal: Proposal, now: Date): z.output<typeof proposalSchema> {
  const { id, hostName, operation: kind, entity, createdAt, expiresAt, recordId, code, content } = proposal
  return {
    ...{ id, hostName, operation: kind, entity, recordId, code },
    state: getState(proposal, now),
    createdAt: formatTime(createdAt),
    expiresAt: formatTime(expiresAt),
    preview: content ? formatPreview(content) : null,
  }
}

function formatPreview({ record, preview }: NonNullable<Proposal['content']>): z.output<typeof previewSchema> {
  const { qbxml, followUps = [], accounts, duplicates, duplicatesAreKnown, before } = preview
  return {
    record: redact(JSON.stringify(record, undefined, 2)),
    before: before ? redact(JSON.stringify(before, undefined, 2)) : null,
    qbxml: redact(qbxml),
    followUps: followUps.map(({ qbxml: next, reason }) => ({ qbxml: redact(next), reason })),
    accounts: accounts.isKnown
      ? {
          isKnown: true,
          postings: accounts.postings.map((each) => ({ ...each })),
          leftOut: [...accounts.leftOut],
        }
      : accounts,
    duplicates: [...duplicates],
    duplicatesAreKnown,
  }
}

function getState({ rejectedAt, finishedAt, committedAt, expiresAt, recordId, code }: Proposal, now: Date) {
  if (finishedAt) return recordId === null && code !== null ? 'failed' : 'posted'
  if (rejectedAt) return 'rejected'
  if (committedAt) return 'sending'
  return expiresAt > now ? 'waiting' : 'expired'
}
