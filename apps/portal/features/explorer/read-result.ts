import type { ShownExchange } from '../requests/join-exchanges.ts'
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

/** Returns a status in words: `200 OK`, `400 6240`. */
export function describeStatus(result: ExplorerResult): string {
  return `${result.status} ${findCode(result) ?? (result.status < 400 ? 'OK' : '')}`.trimEnd()
}

/** Returns the message sets of a call as the workbench shows them. */
export function toShownExchanges({ exchanges }: ExplorerResult): readonly ShownExchange[] {
  return exchanges.map(({ sent, received, reason }) => ({
    sent,
    sentCharacters: sent.length,
    received,
    receivedCharacters: received?.length ?? 0,
    reason,
  }))
}
