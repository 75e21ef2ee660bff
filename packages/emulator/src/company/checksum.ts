import type { Element } from '@bridge/translation/qbxml'

/**
 * A short fingerprint of requests, to notice that a message set sent again is not the same. It guards
 * against mistakes, not against attacks (FNV-1a, 64 bits).
 */
export function computeChecksum(requests: readonly Element[]): string {
  const text = JSON.stringify(requests)
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
