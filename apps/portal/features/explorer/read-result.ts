import type { ExplorerResult } from './explorer-types.ts'

/** Returns the fault code in a response; undefined for a success. */
export function findCode({ body, status }: ExplorerResult): string | undefined {
  if (status < 400) return undefined
  try {
    return JSON.parse(body).Fault?.Error?.[0]?.code
  } catch {
    return undefined
  }
}

/** Returns the fault detail in a response. */
export function findDetail({ body }: ExplorerResult): string {
  try {
    return String(JSON.parse(body).Fault?.Error?.[0]?.Detail ?? '')
  } catch {
    return ''
  }
}

/** Returns whether a write's outcome is unknown, so the same request must be sent again. */
export function isLost(result: ExplorerResult): boolean {
  const code = findCode(result)
  return code === 'AGENT_TIMEOUT' || code === 'REQUEST_IN_FLIGHT' || code === 'REQUEST_OUTCOME_UNKNOWN'
}

/** Returns a response header's value. */
export function findHeader({ headers }: ExplorerResult, name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value
}

/** Returns all the qbXML a call exchanged as one text. */
export function joinExchanges({ exchanges, exchangesLeftOut }: ExplorerResult, direction: 'sent' | 'received'): string {
  const texts = exchanges.map((exchange, index) => {
    const head =
      exchanges.length > 1 ? `<!-- Message set ${index + 1} of ${exchanges.length + exchangesLeftOut} -->\n` : ''
    return head + (exchange[direction] ?? `<!-- No response: ${exchange.reason ?? 'unknown'} -->`)
  })
  const more = exchangesLeftOut > 0 ? [`<!-- ${exchangesLeftOut} more are too long to show -->`] : []
  return [...texts, ...more].join('\n\n')
}
