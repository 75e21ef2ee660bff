import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { gzipSync } from 'node:zlib'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { serializeCall } from '@bridge/simulated-web-connector'
import { customerRet, doctype, entities, lies, page, respondWith } from '../agents/hostile-responses.ts'
import type { Attack } from '../run/attack.ts'
import { callNeighbor } from '../target/call-neighbor.ts'
import { findHeader, type Reply } from '../target/reply.ts'
import type { Target } from '../target/start-target.ts'
import { createHostileConnector, type ScriptedConnector } from './hostile-connector.ts'

const mebibyte = 1024 ** 2
const readPath = '/customer/80000001-1'
const countPath = `/query?query=${encodeURIComponent('select count(*) from Customer')}`
const maxExchanges = 502

/** What a hostile response shows: that to the call, the exchanges that it took, and what failed for others afterwards. */
interface Seen {
  readonly reply: Reply
  readonly exchanges: number
  readonly failures: readonly string[]
}

/** Returns whether the call ended with a fault, and only the attacker noticed. */
function isContained({ reply, exchanges, failures }: Seen): boolean {
  const isFault = reply.status >= 400 && reply.status !== 401 && /^\{"Fault":/.test(reply.body)
  return isFault && exchanges <= maxExchanges && failures.length === 0 && findHeader(reply, 'set-cookie') === undefined
}

/** Calls a company file whose Web Connector responds to every request with this text. */
async function callHostile(target: Target, path: string, text: string, hresult = '', record?: object): Promise<Seen> {
  const connector = await createHostileConnector(target)
  await connector.poll()
  let isOver = false
  const call = connector.file.call(path, record).finally(() => {
    isOver = true
  })
  let exchanges = 0
  let ticket = ''
  while (!isOver && exchanges <= maxExchanges) {
    if (ticket === '') ticket = await connector.begin(() => isOver)
    // Once the call has ended, a request is not due until the next one.
    const request = ticket === '' ? '' : await Promise.race([connector.ask(ticket), call.then(() => '')])
    if (request === '') continue
    exchanges += 1
    if ((await connector.respond(ticket, text, hresult)) < 0) ticket = ''
  }
  return { failures: await callNeighbor(target), exchanges, reply: await call }
}

function attackCall(name: string, path: string, toText: () => string, hresult = '', record?: object): Attack<Seen> {
  return { name, attempt: (target) => callHostile(target, path, toText(), hresult, record), holds: isContained }
}

/** Expensive responses to a read, or ones other than qbXML. */
const bombs: Readonly<Record<string, () => string>> = {
  '17 MiB of records': () => page(customerRet('1').repeat(70_000)),
  'a million elements': () => page(`<CustomerRet>${'<A/>'.repeat(1_000_000)}</CustomerRet>`),
  'a million attributes': () => page(`<CustomerRet${' a="b"'.repeat(1_000_000)}/>`),
  'elements a million deep': () => page(`${'<A>'.repeat(1_000_000)}${'</A>'.repeat(1_000_000)}`),
  'an element name of 8 MiB': () => page(`<${'A'.repeat(8 * mebibyte)}/>`),
  'a comment of 15 MiB': () => page(`<!--${'x'.repeat(15 * mebibyte)}-->`),
  'entities that grow to a billion': () => `${doctype(`<!ENTITY e0 "ha">${entities}`)}${page('&e9;')}`,
  'an external entity': () => `${doctype('<!ENTITY x SYSTEM "file:///etc/passwd">')}${page('&x;')}`,
  'an external DTD': () => `<!DOCTYPE QBXML SYSTEM "http://127.0.0.1:1/x.dtd">${page('')}`,
  'references to characters that XML forbids': () => page('&#0;&#xFFFF;&#x110000;'.repeat(1_000)),
  'NUL characters': () => page('\0'.repeat(1_000)),
  HTML: () => '<html><body>Sign in</body></html>',
  'an unclosed element': () => page('<CustomerRet>').slice(0, -30),
  'a message set without responses': () => '<QBXML><QBXMLMsgsRs/></QBXML>',
  'a SOAP envelope': () => serializeCall('closeConnection', { ticket: randomUUID() }),
  spaces: () => ' '.repeat(1_000),
}

const write = { DisplayName: 'Ada' }
const decoder = new TextDecoder()

/** Responses to the creation of a customer that are not its outcome. */
const wrongOutcomes: Readonly<Record<string, string>> = {
  'a query': respondWith('CustomerQueryRs', customerRet('80000001-1', 'Ada')),
  'the creation of a vendor': respondWith(
    'VendorAddRs',
    '<VendorRet><ListID>80000001-1</ListID><Name>Ada</Name></VendorRet>',
  ),
  'an update': respondWith('CustomerModRs', customerRet('80000001-1', 'Ada')),
  'another request': respondWith('CustomerAddRs', customerRet('80000001-1', 'Ada')).replace(
    'requestID="1"',
    'requestID="2"',
  ),
  'a record that is missing': respondWith('CustomerAddRs', ''),
  'more than 1 MiB': respondWith(
    'CustomerAddRs',
    `<!--${'x'.repeat(2 * mebibyte)}-->${customerRet('80000001-1', 'Ada')}`,
  ),
}

/** Responses of a hostile Web Connector to calls. */
const responseAttacks: readonly Attack<Seen>[] = [
  ...Object.entries(bombs).map(([name, toText]) => attackCall(`bomb: ${name}`, readPath, toText)),
  ...Object.entries(lies).map(([name, toBytes]) =>
    attackCall(`lie: ${name}`, readPath, () => decoder.decode(toBytes())),
  ),
  ...Object.entries(wrongOutcomes).map(([name, text]) =>
    attackCall(`write: the response to ${name}`, '/customer', () => text, '', write),
  ),
  attackCall('failure: a result that is no number', readPath, () => '', 'no number'),
  attackCall('failure: a result of 1 MiB', readPath, () => '', '0x8'.padEnd(mebibyte, '0')),
  attackCall('failure: a result next to a response', readPath, () => page(customerRet('80000001-1')), '0x80040400'),
]

/** The effects of an envelope while a run works on a read. */
interface Disturbed {
  /** The response to the envelope. */
  readonly sent: string
  /** That to the read. */
  readonly reply: Reply
  readonly failures: readonly string[]
}

type ToEnvelope = (ticket: string) => string | Uint8Array

function close(ticket: string): string {
  return serializeCall('closeConnection', { ticket })
}

function respond(ticket: string, response: string): string {
  return serializeCall('receiveResponseXML', { ticket, response, hresult: '', message: '' })
}

const stolen = page(customerRet('80000001-1', 'Mallory'))

/** Envelopes that must neither be taken for a call of the run with this ticket, nor cost much. */
const envelopes: Readonly<Record<string, ToEnvelope>> = {
  'text that is not XML': () => 'hello',
  'no bytes': () => '',
  'bytes that are not UTF-8': (ticket) =>
    new Uint8Array(Buffer.concat([Buffer.from([0xff]), Buffer.from(close(ticket))])),
  'a document type': (ticket) => close(ticket).replace('?>', '?><!DOCTYPE x [<!ENTITY e "a">]>'),
  'the ticket as an entity': (ticket) =>
    close('TICKET').replace('?>', `?><!DOCTYPE x [<!ENTITY t "${ticket}">]>`).replace('TICKET', '&t;'),
  'the ticket from a file': () =>
    close('TICKET')
      .replace('?>', '?><!DOCTYPE x [<!ENTITY t SYSTEM "file:///etc/hostname">]>')
      .replace('TICKET', '&t;'),
  'entities that grow to a billion': () =>
    close('TICKET').replace('?>', `?><!DOCTYPE x [<!ENTITY e0 "ha">${entities}]>`).replace('TICKET', '&e9;'),
  'elements a hundred thousand deep': () =>
    close('TICKET').replace('TICKET', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
  'a hundred thousand attributes': (ticket) =>
    close(ticket).replace('<ticket>', `<ticket ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}>`),
  'another namespace': (ticket) => close(ticket).replace('http://developer.intuit.com/', 'http://evil.example/'),
  'an unknown operation': (ticket) => close(ticket).replaceAll('closeConnection', 'shutDown'),
  'an operation named __proto__': (ticket) => close(ticket).replaceAll('closeConnection', '__proto__'),
  'a ticket of 8 MiB': () => close('t'.repeat(8 * mebibyte)),
  'a made-up ticket': () => respond(randomUUID(), stolen),
  'no ticket': () => respond('', stolen),
  'the ticket in upper case': (ticket) => respond(ticket.toUpperCase(), stolen),
  'the ticket in braces': (ticket) => respond(`{${ticket}}`, stolen),
  'the ticket with a space': (ticket) => respond(`${ticket} `, stolen),
  'the ticket with NUL': (ticket) => respond(`${ticket}\0x`, stolen),
  'all but the end of the ticket': (ticket) => respond(ticket.slice(0, -1), stolen),
  'a pattern as ticket': () => respond('%', stolen),
  'SQL as ticket': () => respond("' OR '1'='1", stolen),
  'a response of 40 MiB without a ticket': () => respond('', 'x'.repeat(40 * mebibyte)),
}

/** A read whose request the Web Connector has received. */
interface BegunRead {
  readonly connector: ScriptedConnector
  readonly ticket: string
  readonly call: Promise<Reply>
  /** Responds to it, and to what it asks next, as QuickBooks does. */
  finish(): Promise<Reply>
}

async function beginRead(target: Target): Promise<BegunRead> {
  const connector = await createHostileConnector(target)
  const clock = () => new Date()
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  await connector.poll()
  let isOver = false
  const call = connector.file.call(countPath).finally(() => {
    isOver = true
  })
  const ticket = await connector.begin()
  const first = await connector.ask(ticket)
  const finish = async () => {
    let [current, request] = [ticket, first]
    while (!isOver) {
      const outcome = request === '' ? undefined : await company.exchange(request)
      if (outcome?.sent && !outcome.lost) await connector.respond(current, outcome.response)
      else current = await connector.begin(() => isOver)
      request = current === '' ? '' : await connector.ask(current)
    }
    return call
  }
  return { connector, ticket, call, finish }
}

/**
 * Posts an envelope while the Web Connector of another organization works on a read. It must be refused, and that read
 * gets the response of the right Web Connector.
 */
function attackRun(
  name: string,
  toEnvelope: ToEnvelope,
  headers: Readonly<Record<string, string>> = {},
): Attack<Disturbed> {
  return {
    name: `envelope: ${name}`,
    attempt: async (target) => {
      const { ticket, finish } = await beginRead({ ...target, attacker: target.victim })
      const attacker = await createHostileConnector(target)
      const sent = await post(attacker, toEnvelope(ticket), headers)
      const reply = await finish()
      return { failures: await callNeighbor(target), sent: sent.body.slice(0, 500), reply }
    },
    holds: ({ sent, reply, failures }) =>
      reply.status === 200 && failures.length === 0 && !/Result>(?:[1-9]|OK)/.test(sent) && !sent.includes(hostname()),
  }
}

/** Posts an envelope; a gateway that refuses a long body may close the connection first. */
function post(connector: ScriptedConnector, envelope: string | Uint8Array, headers: Readonly<Record<string, string>>) {
  return connector.post(envelope, headers).catch((error: unknown) => {
    if (error instanceof TypeError) return { status: 0, body: '' }
    throw error
  })
}

/** Attacks by a Web Connector, and by strangers at its address. */
export const connectorAttacks: readonly Attack<unknown>[] = [
  ...responseAttacks,
  ...Object.entries(envelopes).map(([name, toEnvelope]) => attackRun(name, toEnvelope)),
  attackRun('gzip', (ticket) => gzipSync(respond(ticket, stolen)), { 'content-encoding': 'gzip' }),
  {
    name: 'ticket: the response with one’s own ticket, before and after the run was closed',
    attempt: async (target) => {
      const [victim, attacker] = [await beginRead({ ...target, attacker: target.victim }), await beginRead(target)]
      const taken = await attacker.connector.respond(attacker.ticket, stolen)
      await attacker.connector.close(attacker.ticket)
      const late = await attacker.connector.respond(attacker.ticket, stolen)
      return { taken, late, reply: await victim.finish() }
    },
    holds: ({ taken, late, reply }) => taken > 0 && late < 0 && reply.status === 200,
  } satisfies Attack<{ readonly taken: number; readonly late: number; readonly reply: Reply }>,
]
