import { createHmac, hkdfSync, randomInt } from 'node:crypto'

/** Without similar letters and digits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const randomLength = 8

/** Creates a pairing code such as `K7PM2XQAC`: 8 random characters (39 bits) and a check character. */
export function mintPairingCode(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return random + computeCheck(random)
}

/**
 * Returns the canonical form of a code as typed, in any case, with or without hyphens and blanks; nothing for any other
 * text. Servers of the previous version issue codes without a check character.
 */
export function parsePairingCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (![...code].every((character) => alphabet.includes(character))) return undefined
  const random = code.slice(0, randomLength)
  const isComplete = code === random || code === random + computeCheck(random)
  return random.length === randomLength && isComplete ? code : undefined
}

/** Returns a code's keyed hash: within the minutes a code is valid, all could be tried against a plain one. */
export function hashPairingCode(code: string, serviceSecret: string): string {
  const key = new Uint8Array(hkdfSync('sha256', serviceSecret, '', 'bridge pairing code', 32))
  return createHmac('sha256', key).update(code, 'utf8').digest('hex')
}

/** Returns a character revealing one wrong character, or two swapped ones. */
function computeCheck(random: string): string {
  const sum = [...random].reduce((total, character, index) => total + (index + 1) * alphabet.indexOf(character), 0)
  return alphabet.charAt(sum % alphabet.length)
}
