import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret that the service needs in clear, with a key derived from the service's secret: database access does
 * not grant it. It can be opened for the same owner only.
 */
export function sealSecret(secret: string, owner: string, serviceSecret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(serviceSecret), nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a sealed secret. Returns undefined if it was sealed for another owner, or with no known service secret. */
export function openSecret(sealed: string, owner: string, serviceSecrets: readonly string[]): string | undefined {
  for (const serviceSecret of serviceSecrets) {
    const secret = openWith(serviceSecret, sealed, owner)
    if (secret !== undefined) return secret
  }
  return undefined
}

function openWith(serviceSecret: string, sealed: string, owner: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, deriveKey(serviceSecret), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

function deriveKey(serviceSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serviceSecret, '', 'bridge second factor', 32))
}
