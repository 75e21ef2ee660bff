/** What a response is remembered by for error recovery (facts/qbxml.md, section 7). */
export type StoredResponse = {
  readonly name: string
  readonly requestId: string | null
  readonly statusCode: number
  readonly statusSeverity: string
  readonly statusMessage: string
  /** Id, TxnNumber and EditSequence of what was written. */
  readonly recovery: { readonly [name: string]: string } | null
}

/** The outcome of a message set that was sent with a newMessageSetID. */
export type StoredMessageSet = {
  readonly checksum: string
  /** Seconds since 1970. */
  readonly stored: number
  readonly responses: readonly StoredResponse[]
}
