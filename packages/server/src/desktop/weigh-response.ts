import type { ExchangeOptions } from './desktop.ts'

const weights = { read: 1, write: 4 }

/**
 * Returns what the characters of a response count as. The gateway stores a response to a write, and the server reads it
 * on its event loop.
 */
export function weighResponse(characters: number, { kind }: Pick<ExchangeOptions, 'kind'>): number {
  return weights[kind] * characters
}
