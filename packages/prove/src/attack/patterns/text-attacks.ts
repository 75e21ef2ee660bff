import type { ProcessTarget } from '../processes/start-process-target.ts'
import type { Reply } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import {
  connectFile,
  cutTags,
  logWrite,
  manyAddresses,
  manyParameters,
  respondWithCells,
} from '../texts/hostile-texts.ts'

/** What an attack repeats. */
interface Repeated {
  readonly repeat: () => Promise<Reply>
  readonly end?: () => void
}

/** A text slow to match. */
export interface TextAttack {
  readonly name: string
  /** The process reading it. */
  readonly process: 'other server' | 'gateway'
  /** Whether the log stores the text after the response. */
  readonly isLogged: boolean
  prepare(target: ProcessTarget, send: Send): Promise<Repeated>
  /** Prepares the same request with plain words of the same length, for a slow page or a slow-to-read body. */
  prepareHarmless?(target: ProcessTarget, send: Send): Promise<Repeated>
}

type Send = (request: AttackRequest) => Promise<Reply>

function requested(
  name: string,
  toRequest: (target: ProcessTarget) => AttackRequest | Promise<AttackRequest>,
  process: TextAttack['process'] = 'other server',
): TextAttack {
  return {
    name,
    process,
    isLogged: false,
    prepare: async (target, send) => {
      const request = await toRequest(target)
      return { repeat: () => send(request) }
    },
  }
}

/** Calls the data plane. */
function called(name: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string): TextAttack {
  const toRequest = ({ attacker }: ProcessTarget): AttackRequest => ({
    method: body === undefined ? 'GET' : 'POST',
    path: `/v3/company/${attacker.sandboxId}${path}`,
    headers: { authorization: `Bearer ${attacker.tokens.sandbox}`, ...headers },
    ...(body !== undefined && { body }),
  })
  return { ...requested(name, toRequest), isLogged: true }
}

function toWords(length: number): string {
  const words = 'a few words '
  return words.repeat(length / words.length).trim()
}

type ToBody = (text: string) => string

/** Calls the data plane with a body, and with harmless words in its place. */
function calledWithBody(name: string, path: string, type: string, body: string, toHarmless: ToBody): TextAttack {
  const harmless = toHarmless(toWords(body.length))
  const headers = { 'content-type': type }
  return {
    ...called(name, path, headers, body),
    prepareHarmless: called(name, path, headers, harmless).prepare,
  }
}

function reported(name: string): TextAttack {
  return {
    name: `zeros in cells of ${name}`,
    process: 'other server',
    isLogged: true,
    prepare: async (target) => {
      const { call, end } = await connectFile(target, respondWithCells)
      return { repeat: () => call(`/reports/${name}`), end }
    },
  }
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Almost as much as a request's headers may have together. */
const headerBytes = 7_600
/** The headers read by a page, and those read by an operation. */
const headersByPath: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': [
    'accept',
    'accept-encoding',
    'accept-language',
    'cookie',
    'forwarded',
    'if-none-match',
    'x-forwarded-for',
  ],
  '/admin/v1/orgs': ['authorization', 'cookie', 'content-type', 'idempotency-key', 'origin', 'referer', 'traceparent'],
  '/connector': ['x-forwarded-for', 'x-forwarded-proto', 'x-request-id', 'user-agent', 'content-type'],
}
/** Each is a header, or most of one. */
const headerTexts: Readonly<Record<string, string>> = {
  tabs: `a${'\t'.repeat(headerBytes)}b`,
  commas: ','.repeat(headerBytes),
  'one letter': `Bearer ${'e'.repeat(headerBytes)}`,
  'pairs with blanks': `t=1${'; q=0 '.repeat(headerBytes / 6)}`,
}

function requestedWithHeader(text: string, name: string, path: string, value: string): TextAttack {
  const withValue = (sent: string) =>
    requested(
      `${text} in ${name} of ${path}`,
      () => ({ method: 'GET', path, headers: { [name]: sent } }),
      path === '/connector' ? 'gateway' : 'other server',
    )
  return { ...withValue(value), prepareHarmless: withValue(toWords(value.length)).prepare }
}

const headerAttacks = Object.entries(headersByPath).flatMap(([path, names]) =>
  names.flatMap((name) =>
    Object.entries(headerTexts).map(([text, value]) => requestedWithHeader(text, name, path, value)),
  ),
)

/** As long as a query and a body may be. */
const queryCharacters = 249_000
const bodyCharacters = 1_900_000
const tabs = '\t'.repeat(queryCharacters)

const queries: Readonly<Record<string, string>> = {
  'blanks in a query': `select * from Customer${tabs}x`,
  'one letter in a query': `select ${'s'.repeat(queryCharacters)}`,
  'digits in a literal': `select * from Invoice where TotalAmt = '${'0'.repeat(queryCharacters)}x'`,
  'zeros in a date': `select * from Invoice where TxnDate = '2026-01-01T00:00:00.${'0'.repeat(queryCharacters)}x'`,
  'wildcards in a literal': `select * from Customer where DisplayName like '${'%a'.repeat(queryCharacters / 2)}'`,
  'secrets in a query': `select * from Customer where ${'SSN = 1 '.repeat(queryCharacters / 8)}`,
}

const bodies: Readonly<Record<string, string>> = {
  'digits of an amount': `{"DisplayName":"A","OpeningBalance":"${'0'.repeat(bodyCharacters)}x"}`,
  'digits of a date': `{"CustomerRef":{"value":"1"},"TxnDate":"2026-01-01T00:00:00.${'0'.repeat(bodyCharacters)}"}`,
  'one letter of an ID': `{"Id":"${'A'.repeat(bodyCharacters)}","SyncToken":"0"}`,
  'blanks behind a secret': `{"SSN"${' '.repeat(bodyCharacters)}:1}`,
  'digits of a card': `{"AcctNum":"${'1 '.repeat(bodyCharacters / 2)}x"}`,
}

const xmlBodies: Readonly<Record<string, string>> = {
  'blanks in a declaration': `<?xml version="1.0"${tabs}?><Customer/>`,
  'tags that are cut off': '<SSN a="1" '.repeat(20_000),
  'blanks in a tag': `<Customer${tabs}/>`,
}

/** Texts sent by strangers and tenants. */
const surfaceAttacks = [
  ...Object.entries(queries).map(([name, text]) =>
    calledWithBody(
      name,
      '/query',
      'application/text',
      text,
      (words) => `select * from Customer where Notes = '${words}'`,
    ),
  ),
  ...Object.entries(bodies).map(([name, text]) =>
    calledWithBody(name, '/customer', 'application/json', text, (words) => `{"Notes":"${words}"}`),
  ),
  ...Object.entries(xmlBodies).map(([name, text]) =>
    calledWithBody(
      name,
      '/customer',
      'application/xml',
      text,
      (words) => `<Customer><Notes>${words}</Notes></Customer>`,
    ),
  ),
  called('one letter in a parameter of a report', `/reports/AgedPayables?report_date=${'0'.repeat(7_000)}`),
  requested('one letter in a redirect URI', () => ({
    method: 'GET',
    path: `/oauth2/v1/authorize?client_id=a&redirect_uri=${'/'.repeat(7_000)}`,
  })),
  requested('one letter in a code', () => ({
    method: 'POST',
    path: '/oauth2/v1/tokens',
    headers: form,
    body: `grant_type=authorization_code&code_verifier=${'a'.repeat(60_000)}&code=${'~'.repeat(1_000)}`,
  })),
  requested('dots in a mail address', ({ origin }) => ({
    method: 'POST',
    path: '/admin/v1/auth/signin/email',
    headers: { ...form, origin, 'sec-fetch-site': 'same-origin' },
    body: `email=a@${'a.'.repeat(15_000)}&callbackUrl=${'/'.repeat(15_000)}`,
  })),
  requested('hyphens in the name of an organization', ({ attacker }) => ({
    method: 'POST',
    path: '/admin/v1/orgs',
    headers: { ...json, 'x-api-key': attacker.members.owner.apiKey },
    body: JSON.stringify({ name: '-'.repeat(60_000) }),
  })),
  requested('one letter of a pairing code', () => ({
    method: 'POST',
    path: '/agent/pair',
    headers: json,
    body: JSON.stringify({ code: 'A-'.repeat(2_000) }),
  })),
]

/** Each slow-to-match text, at its surface's size limit. */
export const textAttacks: readonly TextAttack[] = [
  reported('AgedPayables'),
  reported('AgedReceivables'),
  reported('CustomerBalanceDetail'),
  requested('tags that are cut off, in the log', (target) => logWrite(target, cutTags)),
  requested('addresses of error pages, in the log', (target) => logWrite(target, manyAddresses)),
  requested('parameters of /connector', () => ({ method: 'GET', path: manyParameters }), 'gateway'),
  requested('parameters of /connector, through a server', () => ({ method: 'GET', path: manyParameters })),
  requested(
    'tickets in a body',
    () => ({
      method: 'POST',
      path: '/connector',
      headers: { 'content-type': 'text/xml' },
      body: `<${'a'.repeat(30_000)}${'<a:ticket '.repeat(3_000)}`,
    }),
    'gateway',
  ),
  ...surfaceAttacks,
  ...headerAttacks,
]
