import type { Element } from '@bridge/qbxml'

/**
 * Returns a fingerprint (FNV-1a, 64 bits), by which a repeated message set is recognized. It guards against mistakes,
 * not against attacks.
 */
export function computeChecksum(requests: readonly Element[]): string {
  const text = JSON.stringify(requests)
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
