import { Fault } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { Operation } from '../operations/operation.ts'
import type { ParsedRequest } from './request.ts'

/** Returns whether a request changes the company file. */
export function isWrite(request: ParsedRequest): boolean {
  if (request.kind !== 'batch') return 'write' in request
  return request.items.some(({ operation }) => !(operation instanceof Fault) && isWriteOperation(operation))
}

function isWriteOperation(operation: Operation): boolean {
  return 'write' in operation
}

/** @throws Fault `AUTHORIZATION_FAILED` for a write with a read-only grant */
export function requireMayWrite(grant: Grant, request: ParsedRequest): void {
  if (!grant.isReadOnly || !isWrite(request)) return
  throw new Fault(
    'AUTHORIZATION_FAILED',
    'The Explorer may only read this company file. An admin can allow writes for 30 minutes. Nothing was sent.',
  )
}
