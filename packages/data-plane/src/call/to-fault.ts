import { Fault } from '@bridge/faults'
import type { Call, DataPlane } from './call.ts'
import { createFaultOfService } from './internal-error.ts'

/** Returns the fault to show for an error. Logs an unexpected error, since the fault omits its details. */
export function toFault({ logger }: Pick<DataPlane, 'logger'>, call: Call, error: unknown): Fault {
  if (error instanceof Fault) return error
  const { traceId, span, reached, current } = call
  logger.error(
    { err: error, traceId, ...span?.ids, realm: reached.grant?.realmId, step: current },
    'The request failed unexpectedly',
  )
  return createFaultOfService(error, traceId)
}
