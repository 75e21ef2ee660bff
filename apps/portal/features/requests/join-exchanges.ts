/** A message set that was sent to QuickBooks, with its response. */
export interface ShownExchange {
  readonly sent: string
  /** The whole text's length. */
  readonly sentCharacters: number
  /** Null for no response. */
  readonly received: string | null
  readonly receivedCharacters: number
  /** Why there is no response. */
  readonly reason: string | null
}

/** Returns all the qbXML that a call sent or received as one text. Comments say what is missing. */
export function joinExchanges(
  exchanges: readonly ShownExchange[],
  leftOut: number,
  direction: 'sent' | 'received',
): string {
  const texts = exchanges.map((exchange, index) => {
    const head = exchanges.length > 1 ? [`<!-- Message set ${index + 1} of ${exchanges.length + leftOut} -->`] : []
    const text = exchange[direction]
    const { length } = text ?? ''
    const whole = exchange[`${direction}Characters`]
    const cut =
      text !== null && whole > length ? [`<!-- Only the first ${length} of ${whole} characters are kept -->`] : []
    return [...head, text ?? `<!-- No response: ${exchange.reason ?? 'unknown'} -->`, ...cut].join('\n')
  })
  const more = leftOut > 0 ? [`<!-- ${leftOut} more are too long to show -->`] : []
  return [...texts, ...more].join('\n\n')
}
