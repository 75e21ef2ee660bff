/** A response kept for error recovery. */
export type StoredResponse = {
  readonly name: string
  readonly requestId: string | null
  readonly statusCode: number
  readonly statusSeverity: string
  readonly statusMessage: string
  /** The written record's ID, TxnNumber and EditSequence. */
  readonly recovery: { readonly [name: string]: string } | null
}

/** The stored outcome for a newMessageSetID. */
export type StoredMessageSet = {
  readonly checksum: string
  /** Seconds since 1970. */
  readonly stored: number
  readonly responses: readonly StoredResponse[]
}
