/** A response that is kept for error recovery. */
export type StoredResponse = {
  readonly name: string
  readonly requestId: string | null
  readonly statusCode: number
  readonly statusSeverity: string
  readonly statusMessage: string
  /** ID, TxnNumber and EditSequence of the record that was written. */
  readonly recovery: { readonly [name: string]: string } | null
}

/** The outcome of a message set that was sent with a newMessageSetID. */
export type StoredMessageSet = {
  readonly checksum: string
  /** Seconds since 1970. */
  readonly stored: number
  readonly responses: readonly StoredResponse[]
}
