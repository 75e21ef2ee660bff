import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashSecret, secretsMatch } from './secrets.ts'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt)

const cost = { N: 16_384, r: 8, p: 1 }
const keyBytes = 32
const saltBytes = 16

/** Returns a password's scrypt hash with a new salt, as `scrypt$salt$hash` in base64; takes about 50 ms on a thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, keyBytes, cost)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/**
 * Returns whether a password has this {@link hashPassword} hash, or the hex SHA-256 formerly stored for generated
 * passwords.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, salt, key] = stored.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return secretsMatch(hashSecret(password), stored)
  const expected = Buffer.from(key, 'base64')
  if (expected.length !== keyBytes) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), keyBytes, cost), expected)
}

/**
 * Returns a verified password's stored hash with a keyed hash for the next times:
 * `scrypt$salt$hash$keyId$keyedHash`. A SHA-256 becomes a scrypt hash.
 *
 * @param secret shared by the deployment's programs
 */
export async function addKeyedHash(password: string, stored: string, secret: string): Promise<string> {
  const slowHash = stored.startsWith('scrypt$') ? stored : await hashPassword(password)
  const key = deriveKey(secret)
  return [...slowHash.split('$').slice(0, 3), toKeyId(key), computeKeyedHash(key, password)].join('$')
}

/**
 * Compares a password with the hash added by {@link addKeyedHash}. Returns undefined without such a hash, or if no secret
 * is its key. Takes microseconds: generated passwords have 178 random bits, so a fast hash is safe.
 */
export function verifyKeyedHash(password: string, stored: string, secrets: readonly string[]): boolean | undefined {
  const [, , , keyId, keyedHash] = stored.split('$')
  if (keyId === undefined || keyedHash === undefined) return undefined
  const key = secrets.map(deriveKey).find((each) => toKeyId(each) === keyId)
  return key && secretsMatch(computeKeyedHash(key, password), keyedHash)
}

const keyIdLength = 8

function deriveKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'bridge web connector password', keyBytes))
}

/** Distinguishes keys, and tells nothing else about them. */
function toKeyId(key: Uint8Array): string {
  return createHmac('sha256', key).update('key id').digest('hex').slice(0, keyIdLength)
}

function computeKeyedHash(key: Uint8Array, password: string): string {
  return createHmac('sha256', key).update(password, 'utf8').digest('base64')
}
