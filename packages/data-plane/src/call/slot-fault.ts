import { Fault } from '@bridge/faults'

/**
 * Returns one slot's fault in a batch or a change request. A busy agent has an offline one's code there
 * [dp-7.2:AGENT_BUSY]: clients handle one code for all slots for which nothing was sent.
 */
export function toSlotFault(fault: Fault): Fault {
  return fault.code === 'AGENT_BUSY' ? new Fault('AGENT_OFFLINE', fault.detail, { cause: fault }) : fault
}
