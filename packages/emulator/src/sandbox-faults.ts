/** The faults of sandboxes, without the emulator. */
export {
  type FaultRow,
  type FaultTable,
  type FaultValue,
  type FaultValues,
  getChangedFaults,
  getFaultValues,
} from './host/fault-table.ts'
export { type SandboxFaultRow, sandboxFaults } from './host/sandbox-faults.ts'
