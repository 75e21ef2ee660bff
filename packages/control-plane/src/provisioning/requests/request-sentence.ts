import { findFaultRow } from '@bridge/faults'
import { findOrigin, toClause } from './request-fault.ts'

interface DescribedRequest {
  readonly operation: string | null
  readonly entity: string | null
  readonly status: number
  readonly code: string | null
  readonly failedItems?: number
}

/** Describes a request and its outcome in one sentence. */
export function describeRequest(request: DescribedRequest, detail: string | undefined): string {
  return request.code === null ? describeSuccess(request) : describeFailure(request, request.code, detail)
}

const pastVerbs: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  void: 'voided',
  write: 'changed',
}

function describeSuccess({ operation, entity, failedItems = 0 }: DescribedRequest): string {
  const noun = toNoun(entity)
  switch (operation) {
    case 'query':
      return entity === null ? 'The query returned its records.' : `The query returned ${noun} records.`
    case 'batch':
      return failedItems === 0
        ? 'The batch ran, and each of its items succeeded.'
        : `The batch ran, and ${failedItems} of its items failed.`
    case 'changes':
      return failedItems === 0
        ? 'The changed records were returned.'
        : `The changed records were returned, except for ${failedItems} ${failedItems === 1 ? 'entity' : 'entities'}.`
    case 'entitlements':
      return 'The plan of the organization was returned.'
    case 'propose':
      return `A write of the ${noun} was proposed. Nothing was sent to QuickBooks.`
    case 'read':
      return `The ${noun} was returned.`
  }
  const verb = operation === null ? undefined : pastVerbs[operation]
  return verb === undefined ? 'The request succeeded.' : `QuickBooks ${verb} the ${noun}.`
}

function describeFailure({ operation, entity }: DescribedRequest, code: string, detail: string | undefined): string {
  const subject = toSubject(operation, entity)
  const row = findFaultRow(code)
  const reason = toClause(detail ?? row.when)
  switch (findOrigin(code, detail)) {
    case 'quickbooks':
      return `QuickBooks refused ${subject}: ${reason}.`
    case 'connection':
      return `${capitalize(subject)} did not reach QuickBooks: ${reason}.`
    case 'unknown':
      return row.status === 409
        ? `The first call with this requestid was still running.`
        : `We don't know what QuickBooks did with ${subject}: ${reason}.`
    case 'service':
      if (row.outcome === 'applied') return `QuickBooks saved ${subject}, but not all of it: ${reason}.`
      return `${capitalize(subject)} was rejected before reaching QuickBooks: ${reason}.`
  }
}

function toSubject(operation: string | null, entity: string | null): string {
  switch (operation) {
    case 'query':
      return entity === null ? 'the query' : `the query on ${entity}`
    case 'batch':
      return 'the batch'
    case 'changes':
      return 'the request for changes'
    case 'report':
      return 'the report'
    case 'read':
      return entity === null ? 'the request' : `the read of the ${toNoun(entity)}`
    case 'delete':
      return `the deletion of the ${toNoun(entity)}`
    case 'void':
      return `the void of the ${toNoun(entity)}`
  }
  return entity === null ? 'the request' : `the ${toNoun(entity)}`
}

/** Formats an entity name in words: `credit memo`. */
function toNoun(entity: string | null): string {
  return entity === null ? 'record' : entity.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
