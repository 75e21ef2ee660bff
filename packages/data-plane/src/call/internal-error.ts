import { isDatabaseUnavailable } from '@bridge/database'
import { Fault } from '@bridge/faults'

/** Creates the fault for an unexpected error, whose details are only in the log, under the trace ID. */
export function createInternalError(traceId: string): Fault {
  return new Fault(
    'INTERNAL_ERROR',
    `Something went wrong in the service. Quote X-Request-Id ${traceId} to its operator.`,
  )
}

/** Creates the fault for an error that is no fault: the service has an outage or a defect. */
export function createFaultOfService(error: unknown, traceId: string): Fault {
  if (!isDatabaseUnavailable(error)) return createInternalError(traceId)
  return new Fault('SERVICE_UNAVAILABLE', 'The database of the service cannot be reached at the moment.', {
    cause: error,
  })
}
