import type { WorkerPoolLimits } from '../workers/worker-pool.ts'
import type { UnsentBodiesOptions } from './unsent-bodies.ts'

/** The limits of what a server keeps of long responses. */
export interface ResponseMemory {
  /** Responses of company files that workers are reading. */
  readonly read: Pick<WorkerPoolLimits, 'heldBytesMax' | 'heldBytesMaxOfOwner'>
  /** Bodies that clients have not received. */
  readonly unsent: Pick<UnsentBodiesOptions, 'bytesMax' | 'bytesMaxOfOwner'>
}

/**
 * Shares the memory for long responses: half of it is for those that are being read, of which a company file gets half,
 * and half for bodies that are being sent, of which a company file gets a quarter.
 */
export function shareResponseMemory(bytesMax: number): ResponseMemory {
  return {
    read: { heldBytesMax: bytesMax / 2, heldBytesMaxOfOwner: bytesMax / 4 },
    unsent: { bytesMax: bytesMax / 2, bytesMaxOfOwner: bytesMax / 8 },
  }
}
