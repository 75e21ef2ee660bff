const escapedAscii = /\\u00([2-7][0-9a-f])/gi

const hidden = '[hidden]'
/** Fields with secrets. A tax identifier is a person's social security number more often than not. */
export const secretFields: readonly string[] = [
  'SSN',
  'TaxIdentifier',
  'PrimaryTaxIdentifier',
  'SecondaryTaxIdentifier',
  'VendorTaxIdent',
  'Password',
  'CreditCardNumber',
  'CardNumber',
  'client_secret',
  'access_token',
  'refresh_token',
]
const secretNames = secretFields.join('|')

// Each also matches a value that was cut off, and runs in linear time: no two adjacent repetitions match the same
// character.
const jsonValue = `"(?:[^"\\\\]|\\\\.)*"?|[[{][^\\]}]*[\\]}]?|[^",}\\]\\s]+`
const jsonSecret = new RegExp(`("(?:${secretNames})"\\s*:\\s*)(?:${jsonValue})`, 'gi')
const jsonCardNumber = /("(?:Number|AcctNum)"\s*:\s*(?:"|(?=\d)))[\d -]{8,}(?=\d{4}|$)/gi
// An element of either side's XML, up to its end tag; a CDATA section is part of it.
function xmlStart(names: string): string {
  return `(<(?:[\\w.-]{1,40}:)?(?:${names})(?:\\s[^<>]*(?<!/))?>)`
}

const xmlSecret = new RegExp(`${xmlStart(secretNames)}(?:[^<]|<(?!/))*`, 'gi')
const xmlCardNumber = new RegExp(`${xmlStart('Number|AcctNum')}[\\d\\s-]{8,}(?=\\d{4}|$)`, 'gi')
const operator = '(?:[!<>]?=|<>?|>|like\\b|(?:not\\s+)?in\\b)'
const literal = `(?:'(?:[^'\\\\]|\\\\.)*'?|\\d[\\d-]*)`
const querySecret = new RegExp(
  `(\\b(?:${secretNames})\\s*${operator}\\s*(?:\\(\\s*)?)${literal}(?:\\s*,\\s*${literal})*`,
  'gi',
)
const socialSecurityNumber = /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g
// Most texts have no such name. Finding that out takes less time than the patterns, and less with parts of the names that
// have as many letters as possible.
const anySecretName = [/SSN/i, /TaxIdent|Password|CardNumber|_secret|_token/i]
const anyCardName = [/Num(?:ber)?["\s>]/i, /["<:](?:Number|AcctNum)["\s>]/i]

/**
 * Removes data from JSON, XML or a query that must not be in a log: social security numbers, card numbers except for
 * their last digits, passwords and tokens.
 */
export function redact(text: string): string {
  return redactCardNumbers(redactSecrets(decodeEscapes(text))).replace(socialSecurityNumber, hidden)
}

function redactSecrets(text: string): string {
  if (!anySecretName.some((name) => name.test(text))) return text
  return text
    .replace(jsonSecret, `$1"${hidden}"`)
    .replace(xmlSecret, `$1${hidden}`)
    .replace(querySecret, `$1'${hidden}'`)
}

function redactCardNumbers(text: string): string {
  if (!anyCardName.every((name) => name.test(text))) return text
  return text.replace(jsonCardNumber, `$1${hidden}`).replace(xmlCardNumber, `$1${hidden}`)
}

/** Decodes escapes of printable ASCII characters, which can hide a name. */
function decodeEscapes(text: string): string {
  return text.includes('\\u')
    ? text.replace(escapedAscii, (sequence, code: string) => {
        const character = String.fromCharCode(Number.parseInt(code, 16))
        return character === '"' || character === '\\' ? sequence : character
      })
    : text
}
