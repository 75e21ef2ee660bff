import { Fault } from '@bridge/faults'

/** Creates the fault for an unexpected error, whose details are only in the log, under the trace ID. */
export function createInternalError(traceId: string): Fault {
  return new Fault(
    'INTERNAL_ERROR',
    `Something went wrong in the service. Quote X-Request-Id ${traceId} to its operator.`,
  )
}
