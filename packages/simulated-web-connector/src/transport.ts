import type { Operation } from './calls.ts'

/** Sends calls to the service. */
export interface Transport {
  /** Posts an envelope and returns the response, whatever its status. Rejects if there is none. */
  post(call: {
    readonly operation: Operation
    readonly envelope: string
    readonly signal: AbortSignal
  }): Promise<{ readonly status: number; readonly body: string }>
}
