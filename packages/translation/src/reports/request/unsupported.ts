import { Fault } from '@bridge/faults'

/** Creates the fault about a parameter QuickBooks Desktop cannot honor [dp-7.2:REPORT_UNSUPPORTED_OPTION]. */
export function unsupported(parameter: string, reason: string): Fault {
  return new Fault('REPORT_UNSUPPORTED_OPTION', `${parameter} is not supported: ${reason}.`, { element: parameter })
}
