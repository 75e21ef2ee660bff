import { hasResponse } from '@bridge/agent-protocol'
import type { Desktop } from '../desktop/desktop.ts'
import { weighResponse } from '../desktop/weigh-response.ts'
import type { ParsedRequest } from './request.ts'

/** A desktop that counts what a call reads. */
export interface MeasuredDesktop {
  readonly desktop: Desktop
  /** Notes the characters of all responses that the call has read so far, after packed ones were inflated. */
  readonly noteRead: (characters: number) => void
  /** Returns the characters of qbXML that the call has received or read so far, whichever is more. Those of writes count four times. */
  readonly getCharacters: () => number
}

/** Decorates a desktop for one call. */
export function measureDesktop(desktop: Desktop): MeasuredDesktop {
  let received = 0
  let read = 0
  return {
    desktop: {
      ...desktop,
      exchange: async (realmId, messageSet, options) => {
        const outcome = await desktop.exchange(realmId, messageSet, options)
        if (hasResponse(outcome)) received += weighResponse(outcome.characters ?? outcome.response.length, options)
        return outcome
      },
    },
    noteRead: (characters) => {
      read = Math.max(read, characters)
    },
    getCharacters: () => Math.max(received, read),
  }
}

const charactersOfOne = 512 * 1024
const itemsOfOne = 10

/**
 * Returns the number of requests that a call counts as: one for each started 512 Ki characters of qbXML, of its body and
 * of its response together, or one for each started 10 items of a batch if that is more.
 */
export function getCost(characters: number, request: ParsedRequest | undefined): number {
  const items = request?.kind === 'batch' ? request.items.length : 0
  return Math.max(1, Math.ceil(characters / charactersOfOne), Math.ceil(items / itemsOfOne))
}
