import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { describeCause, UpdateError } from './update-error.ts'

/** The signing key and its successor, by ID: Ed25519 public keys (SPKI, DER) in base64. */
const releaseKeysSchema = z
  .record(z.string().regex(/^[\w-]{1,40}$/), z.base64())
  .refine((keys) => Object.keys(keys).length > 0 && Object.keys(keys).length <= 2, 'must have one or two keys')

/**
 * Reads the keys allowed to sign updates.
 *
 * @throws {UpdateError} unless the file has one or two Ed25519 keys
 */
export async function readReleaseKeys(file: string): Promise<ReadonlyMap<string, KeyObject>> {
  try {
    const keys = releaseKeysSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    return new Map(Object.entries(keys).map(([id, key]) => [id, readKey(key)]))
  } catch (error) {
    throw new UpdateError(`The release keys cannot be read from ${file}: ${describeCause(error)}`)
  }
}

function readKey(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('a key is not an Ed25519 key')
  return key
}
