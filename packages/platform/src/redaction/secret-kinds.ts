import { decodeEscapes } from './decode-escapes.ts'

/** Values secret by name: a field's, an element's, a parameter's or a header's. */
export interface NamedSecret {
  /** Adjacent words, or with a blank, a hyphen or an underscore between them, in any case. */
  readonly names: readonly string[]
  /** Texts allowed before the name; anything but a letter by default. */
  readonly begin?: 'any words' | 'a quote or tag'
  /** Finds what is secret in a value; without it, everything is. */
  readonly pattern?: RegExp
  /** Whether the last four characters stay, by which people recognize a number. */
  readonly keepsLastFour?: true
}

export const namedSecrets: readonly NamedSecret[] = [
  {
    names: ['password', 'passwd', 'passphrase', 'passcode', 'secret', 'secret key', 'private key', 'api key'],
    begin: 'any words',
  },
  {
    names: [
      ...['access token', 'refresh token', 'id token', 'auth token', 'bearer token', 'api token', 'agent token'],
      ...['session token', 'session id', 'csrf token', 'consent token', 'reset token', 'security code'],
      ...['pairing code', 'recovery code', 'code verifier', 'client assertion'],
    ],
    begin: 'any words',
  },
  { names: ['token', 'pwd', 'otp', 'cvv', 'cvc', 'authorization', 'proxy authorization', 'cookie', 'set cookie'] },
  {
    names: ['tax identifier', 'tax ident', 'tax identification number', 'tax id', 'tax id number'],
    begin: 'any words',
  },
  { names: ['social security number', 'social insurance number', 'employer identification number'] },
  { names: ['SSN', 'SSN or tax id', 'EIN', 'ITIN', 'GSTIN', 'employer id', 'business number'] },
  { names: ['tax registration number', 'bank num', 'bank number', 'bank account number'], begin: 'any words' },
  { names: ['routing number', 'routing num', 'ABA number', 'IBAN', 'sort code'] },
  { names: ['card number', 'credit card num'], begin: 'any words' },
  // Account numbers in a chart have up to seven characters.
  {
    names: ['acct num', 'account number', 'account no', 'acct no'],
    begin: 'any words',
    pattern: /[\dA-Z](?:[ -]?[\dA-Z]){7,}/gi,
    keepsLastFour: true,
  },
  { names: ['number'], begin: 'a quote or tag', pattern: /\d(?:[ -]?\d){11,}/g, keepsLastFour: true },
]

/** Texts secret by form, wherever they are. */
export interface FormedSecret {
  readonly pattern: RegExp
  /** The kept beginning. */
  readonly keeps?: RegExp
  /** Whether the last four characters stay. */
  readonly keepsLastFour?: true
  /** Decides about ambiguous texts. */
  readonly isSecret?: (text: string) => boolean
}

const gap = /(?:\s|\+|%20)+/.source
const scheme = new RegExp(`^\\w+${gap}`)

/** Payment card number beginnings and lengths. */
const cardNumber =
  /^(?:4\d{15}|4\d{18}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11})$/

export const formedSecrets: readonly FormedSecret[] = [
  // This service's tokens, keys, codes and passwords, with their prefix. A client's ID is public.
  { pattern: /svc(?!c_)[a-z]?_[0-9A-Za-z]{16,}/, keeps: /^svc[a-z]?_/ },
  // JSON Web Tokens.
  { pattern: /eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/ },
  // Stripe keys.
  { pattern: /\b(?:[sr]k_(?:live|test)|whsec)_[0-9A-Za-z]{8,}/, keeps: /^[a-z]+_(?:(?:live|test)_)?/ },
  {
    pattern: new RegExp(`\\b[Bb](?:earer|EARER)${gap}(?:[^\\s"'<>,;&\\\\]|\\\\/){8,}`),
    keeps: scheme,
    isSecret: (text) => text.length > 26 || /\d/.test(text),
  },
  {
    pattern: new RegExp(`\\b[Bb](?:asic|ASIC)${gap}(?:[\\w+/=-]|\\\\/|%[\\dA-Fa-f]{2}){8,}`),
    keeps: scheme,
    isSecret: isBasicCredential,
  },
  // A sign-in link's token, and its address.
  { pattern: /sign-in\\?\/link\?[^\s"'<>]{1,2000}/, keeps: /^[^?]*\?/ },
  // A password in an address.
  { pattern: /:\\?\/\\?\/[^\s/:@"<>]{1,100}:[^\s/@"<>]{1,200}@/, keeps: /^:[^:]*:/ },
  { pattern: /-----BEGIN[A-Z +]{1,30}PRIVATE[ +]KEY-----[^-]*/ },
  // Social security numbers.
  { pattern: /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/ },
  {
    pattern: /(?<!\d\.?)(?:[2-6]\d{13,18}|[2-6]\d{3}(?:[ .+-]\d{4}){3}|3[47]\d{2}[ .+-]\d{6}[ .+-]\d{5})(?!\d)/,
    keepsLastFour: true,
    isSecret: isCardNumber,
  },
]

/** Returns whether it encodes a name and a password with a colon between them in base64. */
function isBasicCredential(text: string): boolean {
  const bytes = Uint8Array.from(atob(toBase64(text.replace(scheme, ''))), (character) => character.charCodeAt(0))
  const decoded = new TextDecoder().decode(bytes)
  return decoded.includes(':') && !/[\p{Control}\uFFFD]/u.test(decoded)
}

/** Returns a text's whole bytes in either base64 alphabet. */
function toBase64(text: string): string {
  const digits = decodeEscapes(text)
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^\w+/]/g, '')
  return digits.length % 4 === 1 ? digits.slice(0, -1) : digits
}

/** Returns whether the text has a payment card number's form and check digit. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (!cardNumber.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 1 : 2)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
