import { Fault } from '@bridge/faults'

/**
 * Returns the fault of one slot of a batch or a change request. A busy agent has the code of one that is offline there
 * [dp-7.2:AGENT_BUSY]: clients handle one code for all slots that nothing was sent for.
 */
export function toSlotFault(fault: Fault): Fault {
  return fault.code === 'AGENT_BUSY' ? new Fault('AGENT_OFFLINE', fault.detail, { cause: fault }) : fault
}
