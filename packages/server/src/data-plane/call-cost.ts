import { hasResponse } from '@bridge/agent-protocol'
import type { Desktop } from '../desktop/desktop.ts'
import type { ParsedRequest } from './request.ts'

/** A desktop that counts what a call reads. */
export interface MeasuredDesktop {
  readonly desktop: Desktop
  /** Returns the characters of qbXML that the call has read so far. */
  readonly getCharacters: () => number
}

/** Decorates a desktop for one call. */
export function measureDesktop(desktop: Desktop): MeasuredDesktop {
  let characters = 0
  return {
    desktop: {
      ...desktop,
      exchange: async (realmId, messageSet, options) => {
        const outcome = await desktop.exchange(realmId, messageSet, options)
        if (hasResponse(outcome)) characters += outcome.characters ?? outcome.response.length
        return outcome
      },
    },
    getCharacters: () => characters,
  }
}

const charactersOfOne = 512 * 1024
const itemsOfOne = 10

/**
 * Returns the number of requests that a call counts as: one for each started 512 Ki characters of qbXML and of its
 * response together, or one for each started 10 items of a batch if that is more.
 */
export function getCost(characters: number, request: ParsedRequest | undefined): number {
  const items = request?.kind === 'batch' ? request.items.length : 0
  return Math.max(1, Math.ceil(characters / charactersOfOne), Math.ceil(items / itemsOfOne))
}
