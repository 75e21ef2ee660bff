import { mintSecret } from '@bridge/database/secrets'

/** A secret as a client may send it. */
export interface SentSecret {
  readonly kind: string
  /** The name of its field, element or parameter. */
  readonly name: string
  readonly value: string
  /** Whether only its name shows it to be a secret. */
  readonly needsName?: true
}

const password = 'Hunter2!correct-horse'
const jwt = `${base64('{"alg":"RS256"}')}.${base64('{"sub":"1234567890"}')}.c2lnbmF0dXJl`.replaceAll('=', '')

/** What a service issues or receives, recognized by its form under any name. */
const formed: readonly SentSecret[] = [
  ...[
    ['an access token', 'svct_'],
    ['a refresh token', 'svcr_'],
    ['an agent token', 'svca_'],
    ['an API key', 'svc_'],
    ['a client secret', 'svcs_'],
    ['an authorization code', 'svcd_'],
    ['a token of a consent page', 'svcf_'],
    ['a cookie of a consent page', 'svcb_'],
    ['a password of a Web Connector', 'svcw_'],
    ['an invitation', 'svci_'],
    ['a set-up link', 'svcl_'],
  ].map(([kind = '', prefix = '']) => ({ kind, name: 'Memo', value: mintSecret(prefix) })),
  {
    kind: 'a sign-in link',
    name: 'Memo',
    value: `https://bridge.test/sign-in/link?callbackUrl=%2F&token=${'0f1e2d3c'.repeat(8)}&email=ann%40example.com`,
  },
  { kind: 'a JSON Web Token', name: 'Memo', value: jwt },
  { kind: 'a key of Stripe', name: 'Memo', value: `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}` },
  { kind: 'a webhook secret', name: 'Memo', value: `whsec_${'4eC39HqLyjWDarjtT1zdp7dc'}` },
  { kind: 'a bearer token', name: 'Memo', value: 'Bearer 9f8e7d6c5b4a-opaque.token~x' },
  { kind: 'basic credentials', name: 'Memo', value: `Basic ${base64(`ann:${password}`)}` },
  { kind: 'a password in an address', name: 'Memo', value: `https://ann:33${password}@example.com/` },
  {
    kind: 'a private key',
    name: 'Memo',
    value: `-----BEGIN PRIVATE KEY-----${base64('private key of the client')}-----END PRIVATE KEY-----`,
  },
  { kind: 'a social security number', name: 'Memo', value: '512-34-6789' },
  { kind: 'a card number', name: 'Memo', value: '4012888888881881' },
  { kind: 'a card number in groups', name: 'Memo', value: '5105-1051-0510-5100' },
  { kind: 'a card number of 15 digits', name: 'Memo', value: '378282246310005' },
]

/** Looks like anything else: only a name tells. */
const named: readonly SentSecret[] = [
  ...[
    'password',
    'userPassword',
    'client_secret',
    'access_token',
    'refresh_token',
    'token',
    'api_key',
    'session_id',
  ].map((name, index) => ({ kind: `a ${name}`, name, value: `${10 + index}${password}` })),
  ...[
    ...['SSN', 'TaxIdentifier', 'PrimaryTaxIdentifier', 'SecondaryTaxIdentifier', 'VendorTaxIdent', 'SSNOrTaxID'],
    ...['EIN', 'EmployerId', 'GSTIN', 'BusinessNumber', 'BankNumber', 'BankNum', 'BankAccountNumber', 'RoutingNumber'],
    ...['AccountNumber', 'AcctNum', 'CreditCardNumber'],
  ].map((name, index) => ({ kind: `a ${name}`, name, value: `9${10 + index}34567801298765432` })),
  { kind: 'an Authorization header', name: 'Authorization', value: `Bearer 77${password}` },
].map((secret) => ({ ...secret, needsName: true }))

export const sentSecrets: readonly SentSecret[] = [...formed, ...named]

/** Returns the secret in a sentence or a short text, with its name where it needs one. */
export function toWords({ name, value, needsName }: SentSecret): string {
  return needsName ? `${name}=${value}` : value
}

/**
 * Returns the parts of a secret not to be left: each half, except for the last four characters. Shorter ones, such as
 * `0510-`, occur in UUIDs.
 */
export function listParts({ kind, value }: SentSecret): readonly string[] {
  const whole = toSecretPart(kind, value)
  const half = Math.ceil(whole.length / 2)
  return [whole.slice(0, half), whole.slice(half, -4)].filter((part) => part.length > 5)
}

/** Returns what is secret in a value with other words. */
function toSecretPart(kind: string, value: string): string {
  if (kind === 'a sign-in link') return /token=([0-9a-f]+)/.exec(value)?.[1] ?? ''
  if (kind === 'a password in an address') return `33${password}`
  if (kind === 'a private key') return /-{5}([^-]+)-{5}E/.exec(value)?.[1] ?? ''
  return value.replace(/^(?:Bearer |Basic |svc[a-z]?_|sk_live_|whsec_)/, '')
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
