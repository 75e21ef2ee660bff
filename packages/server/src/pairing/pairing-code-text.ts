import { createHmac, hkdfSync, randomInt } from 'node:crypto'

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 8

/** Creates a pairing code such as `K7PM2XQA`, with 39 random bits. */
export function mintPairingCode(): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/**
 * Returns the hash of a code as a person types it: in any case, with or without hyphens and blanks. The hash is keyed,
 * because all codes could be tried against a plain one within the minutes that a code is valid.
 */
export function hashPairingCode(typed: string, serviceSecret: string): string {
  const key = new Uint8Array(hkdfSync('sha256', serviceSecret, '', 'bridge pairing code', 32))
  return createHmac('sha256', key).update(typed.toUpperCase().replaceAll(/[\s-]/g, ''), 'utf8').digest('hex')
}
