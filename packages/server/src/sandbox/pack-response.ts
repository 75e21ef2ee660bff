import { gzipSync } from 'node:zlib'
import type { CompanyOutcome } from '@bridge/emulator'
import { isLong } from '../desktop/read-response.ts'
import type { SandboxOutcome } from './company-files.ts'

/**
 * Packs a long response as an agent does. The server's thread then passes on a few kB instead of copying MiB between its
 * threads, and what it holds until the call ends is as small.
 */
export function packResponse(outcome: CompanyOutcome): SandboxOutcome {
  if (!outcome.sent || outcome.lost || !isLong(outcome.response)) return outcome
  const { response } = outcome
  return { ...outcome, response: new Uint8Array(gzipSync(response, { level: 1 })), characters: response.length }
}
