import type {
  Committing,
  ProposalCaller,
  ProposalPreview,
  ProposedWrite,
  Refusal,
} from '@bridge/data-plane/proposals/proposal'
import type { Proposals } from '@bridge/data-plane/proposals/proposals'
import { Fault } from '@bridge/faults'
import { z } from 'zod'
import { countBytes, maxResultBytes } from '../tools/fit.ts'
import type { JsonObject, Tool, ToolContext, ToolError, ToolOutcome, ToolResult } from '../tools/tool.ts'
import { faultToToolError, responseToToolError } from '../tools/tool-error.ts'

/** The input of a proposal that takes a record, or its amounts, out of the books. */
const removingSchema = z.object({ operation: z.enum(['delete', 'void']) })

type ProposalPort = Pick<Proposals, 'propose' | 'commitForHost' | 'findOutcome' | 'findPage'>

/** Creates the tools with which hosts write in two steps. */
export function createProposalTools(proposals: ProposalPort): readonly Tool[] {
  return [createPropose(proposals), createCommit(proposals), createOutcome(proposals)]
}

function createPropose(proposals: ProposalPort): Tool {
  return {
    name: 'propose',
    title: 'Propose a write',
    description:
      'Checks a write and shows what it would do: qbXML, accounts, likely duplicates. Sends nothing. Returns a proposalId for commit.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', enum: ['create', 'update', 'delete', 'void'] },
        entity: { type: 'string', pattern: '^[A-Za-z]+$' },
        record: { type: 'object', description: 'Fields as describe lists them; Id and SyncToken unless new' },
      },
      required: ['operation', 'entity', 'record'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    scope: 'bridge.write',
    findFurtherScope: (input) => (removingSchema.safeParse(input).success ? 'bridge.delete' : undefined),
    modes: ['propose', 'write'],
    async run(context, input) {
      const result = await proposals.propose(toHost(context), input as unknown as ProposedWrite)
      switch (result.kind) {
        case 'mistakes': {
          const [mistake] = result.mistakes
          const { code = 'BAD_REQUEST', detail = 'The write is invalid.', element } = mistake ?? {}
          const options = element === undefined ? {} : { element }
          return faultToToolError(new Fault(code as Fault['code'], detail, options), toDocsUrl(context))
        }
        case 'fault':
          return notSent(responseToToolError({ ...result, traceId: '' }, toDocsUrl(context)))
        case 'unchanged':
          return { isError: false, structured: { changesNothing: true } }
        case 'proposed': {
          const { id, expiresAt } = result.proposal
          const next = context.mode === 'write' ? { commitWith: 'commit' } : await needPerson(proposals, context)
          const shown = fitPreview(result.preview)
          return {
            isError: false,
            structured: { proposalId: id, expiresAt: expiresAt.toISOString(), ...shown, ...next },
          }
        }
      }
    },
  }
}

/** Shows a preview as far as it fits; the portal shows the rest. */
function fitPreview({ qbxml, before, ...rest }: ProposalPreview): JsonObject {
  const preview = rest as unknown as JsonObject
  const room = maxResultBytes - countBytes(preview) - 2_048
  const fits = countBytes(qbxml) <= room
  return {
    qbxml: fits ? qbxml : qbxml.slice(0, Math.max(0, Math.floor(room / 2))),
    ...(!fits && { qbxmlIsCut: true }),
    ...preview,
  }
}

function createCommit(proposals: ProposalPort): Tool {
  return {
    name: 'commit',
    title: 'Commit a proposal',
    description: 'Sends a proposed write to QuickBooks as it was shown, once. Safe to repeat.',
    inputSchema: {
      type: 'object',
      properties: { proposalId: { type: 'string' } },
      required: ['proposalId'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    scope: 'bridge.write',
    modes: ['propose', 'write'],
    async run(context, { proposalId }) {
      const { elicit } = context
      const askUser =
        elicit && ((message: string) => elicit({ message, requestedSchema: noFields }).action === 'accept')
      const result = await proposals.commitForHost(toHost(context), String(proposalId), askUser)
      return result.kind === 'needs-person'
        ? {
            isError: false,
            structured: { posted: false, outcome: 'not_sent', ...(await needPerson(proposals, context)) },
          }
        : toCommitResult(result, toDocsUrl(context))
    },
  }
}

const noFields = { type: 'object', properties: {} } as const

function toCommitResult(result: Exclude<Committing, { kind: 'needs-person' }>, docsUrl: string): ToolResult {
  const { posted, code, recordId } = result.outcome
  if (result.kind === 'refused') return refuse(result.reason, posted, docsUrl)
  if (posted === 'done') {
    const warning = code === undefined ? {} : { code }
    return {
      isError: false,
      structured: { posted: true, outcome: posted, ...(recordId && { id: recordId }), ...warning },
    }
  }
  const { response } = result
  const error = response?.body.Fault
    ? responseToToolError({ ...response, traceId: '' }, docsUrl)
    : faultToToolError(
        new Fault((code ?? 'REQUEST_OUTCOME_UNKNOWN') as Fault['code'], result.outcome.detail ?? ''),
        docsUrl,
      )
  return { ...error, structured: { ...error.structured, outcome: posted } }
}

const refusals: Readonly<Record<Refusal, { readonly text: string; readonly fix: string }>> = {
  not_found: { text: 'This host has no such proposal for this company file.', fix: 'Propose the write.' },
  expired: { text: 'The proposal has expired.', fix: 'Propose the write again, and commit it within 15 minutes.' },
  rejected: { text: 'A person has rejected the proposal.', fix: 'Ask the user what to change.' },
  mode: {
    text: 'The company file does not accept writes over MCP.',
    fix: 'Ask an admin to change the mode in the portal.',
  },
  changed: {
    text: 'QuickBooks would get something else than was shown, because its records have changed.',
    fix: 'Propose the write again.',
  },
  declined: { text: 'The user has declined.', fix: 'Ask the user what to change.' },
}

function refuse(reason: Refusal, outcome: ToolOutcome, docsUrl: string): ToolError {
  const { text, fix } = refusals[reason]
  const code = `proposal_${reason}`
  return { isError: true, text: `${text} ${fix}`, structured: { code, causes: [text], fixes: [fix], docsUrl, outcome } }
}

function createOutcome(proposals: ProposalPort): Tool {
  return {
    name: 'outcome',
    title: 'Look up a write',
    description: 'Whether the write with a proposalId or requestid was posted.',
    inputSchema: {
      type: 'object',
      properties: { requestId: { type: 'string', maxLength: 50 } },
      required: ['requestId'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    scope: 'bridge.read',
    async run({ caller }, { requestId }) {
      const { posted, recordId, code } = await proposals.findOutcome(caller.realmId, String(requestId))
      const known = { ...(recordId !== undefined && { id: recordId }), ...(code !== undefined && { code }) }
      return { isError: false, structured: { posted: posted === 'done', outcome: posted, ...known } }
    },
  }
}

async function needPerson(proposals: ProposalPort, { caller }: ToolContext): Promise<JsonObject> {
  return { needsPerson: true, page: await proposals.findPage(caller.realmId) }
}

function notSent(error: ToolError): ToolError {
  return { ...error, structured: { ...error.structured, outcome: 'not_sent' } }
}

function toHost({ caller: { realmId, orgId, clientId, userId }, hostName }: ToolContext): ProposalCaller {
  return { realmId, orgId, clientId, userId, hostName }
}

function toDocsUrl({ baseUrl }: ToolContext): string {
  return `${baseUrl}/docs/errors`
}
