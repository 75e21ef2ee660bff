import { createHmac, hkdfSync, randomInt } from 'node:crypto'

/** Without letters and digits that look alike. Their number is prime, which the check character needs. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const randomLength = 8

/** Creates a pairing code such as `K7PM2XQAC`: 8 random characters (39 bits) and a check character. */
export function mintPairingCode(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return random + computeCheck(random)
}

/**
 * Returns a code as a person types it, in any case, with or without hyphens and blanks, in its canonical form; nothing for
 * a text that no code has. Servers of the previous version issue codes without a check character.
 */
export function parsePairingCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (![...code].every((character) => alphabet.includes(character))) return undefined
  const random = code.slice(0, randomLength)
  const isComplete = code === random || code === random + computeCheck(random)
  return random.length === randomLength && isComplete ? code : undefined
}

/** Returns the hash of a code, which is keyed: within the minutes that a code is valid, all could be tried against a plain one. */
export function hashPairingCode(code: string, serviceSecret: string): string {
  const key = new Uint8Array(hkdfSync('sha256', serviceSecret, '', 'bridge pairing code', 32))
  return createHmac('sha256', key).update(code, 'utf8').digest('hex')
}

/** Returns a character that differs if one character of a code is wrong, or two are swapped. */
function computeCheck(random: string): string {
  const sum = [...random].reduce((total, character, index) => total + (index + 1) * alphabet.indexOf(character), 0)
  return alphabet.charAt(sum % alphabet.length)
}
