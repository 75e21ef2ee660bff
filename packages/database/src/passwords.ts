import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashSecret, secretsMatch } from './secrets.ts'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt)

const cost = { N: 16_384, r: 8, p: 1 }
const keyBytes = 32
const saltBytes = 16

/** Returns the scrypt hash of a password with a new salt, as `scrypt$salt$hash` in base64; it takes about 50 ms of a thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, keyBytes, cost)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/** Returns whether a stored hash is one of {@link hashPassword}, and not one of those that were stored before. */
export function isSlowHash(stored: string): boolean {
  return stored.startsWith('scrypt$')
}

/**
 * Returns whether a password has this hash of {@link hashPassword}, or the SHA-256 in hex under which generated
 * passwords were stored before.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, salt, key] = stored.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return secretsMatch(hashSecret(password), stored)
  const expected = Buffer.from(key, 'base64')
  if (expected.length !== keyBytes) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), keyBytes, cost), expected)
}
