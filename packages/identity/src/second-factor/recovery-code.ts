import { randomInt } from 'node:crypto'
import { hashSecret } from '@bridge/database/secrets'

/** Without similar letters and digits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codes = 10
const groups = 4
const groupLength = 4

/** Returns ten new codes such as `k7pm-2xqa-9dhe-vw4t`, with 79 random bits each. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: codes }, () => Array.from({ length: groups }, createGroup).join('-'))
}

function createGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** Returns the hash for a code as typed: in any case, with or without hyphens and blanks. */
export function hashRecoveryCode(typed: string): string {
  return hashSecret(typed.toLowerCase().replaceAll(/[\s-]/g, ''))
}
