/** Whether the request changed the company file: not at all, perhaps, or certainly. */
export type Outcome = 'not_applied' | 'unknown' | 'applied'

/** One code of the data plane, in words for the people who integrate with it. */
export interface FaultRow {
  readonly status: number
  /** Further HTTP statuses that the code goes out with; the fault itself then says which. */
  readonly alsoStatus?: readonly number[]
  /** `Fault.Error[].Message`, in QuickBooks Online's words where it has the same code. */
  readonly message: string
  /** The condition, as one sentence. */
  readonly when: string
  readonly causes: readonly string[]
  readonly fixes: readonly string[]
  /** Whether sending the same request again, later and unchanged, may succeed and does no harm. */
  readonly retryable: boolean
  readonly outcome: Outcome
}
