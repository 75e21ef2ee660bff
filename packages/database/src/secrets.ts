import { createHash, hash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6

/**
 * Creates a secret: the prefix, 30 random base62 characters (178 bits), and the CRC-32 of both in 6 base62 characters,
 * which distinguishes a mistyped or truncated secret from a revoked one without a query.
 *
 * @param prefix the public prefix with its underscore, such as `svca_`
 */
export function mintSecret(prefix: string): string {
  const random = Array.from({ length: randomLength }, () => base62.charAt(randomInt(base62.length))).join('')
  return prefix + random + checksum(prefix + random)
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < checksumLength; index += 1) {
    digits = base62.charAt(rest % base62.length) + digits
    rest = Math.floor(rest / base62.length)
  }
  return digits
}

/** Returns a secret's SHA-256 in lower-case hex, the only stored form. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Compares two secrets, or two hashes, in constant time. */
export function secretsMatch(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Returns whether `text` looks like `mintSecret(prefix)`, including the checksum. */
export function isWellFormedSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + randomLength + checksumLength) return false
  const tail = text.slice(prefix.length)
  return /^[0-9A-Za-z]+$/.test(tail) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}
