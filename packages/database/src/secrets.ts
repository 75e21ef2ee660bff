import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6

/**
 * A new secret: the prefix, 30 random base62 characters (178 bits) and 6 base62 characters of the CRC-32 of all
 * before them, by which a mistyped or truncated secret is told from a revoked one without a look-up.
 *
 * @param prefix as the specification prints it, with its underscore: `svca_`
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

/** The SHA-256 of a secret in lower-case hex: the only form in which it is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

/** Whether two secrets (or two hashes) are the same, in a time that tells nothing about either. */
export function secretsMatch(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Whether `text` has the form that `mintSecret(prefix)` makes, its checksum included. */
export function isWellFormedSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + randomLength + checksumLength) return false
  const tail = text.slice(prefix.length)
  return /^[0-9A-Za-z]+$/.test(tail) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}
