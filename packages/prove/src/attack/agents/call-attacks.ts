import type { Attack } from '../run/attack.ts'
import { callNeighbor } from '../target/call-neighbor.ts'
import { findHeader, type Reply } from '../target/reply.ts'
import { bombs, customerRet, lies } from './hostile-responses.ts'
import { respondAlways, withHostileAgent } from './respond.ts'

const encoder = new TextEncoder()
const readPath = '/customer/80000001-1'
const maxExchanges = 502

/** What an attack on a call shows: the response, the exchanges it took, and what failed for others afterwards. */
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

function attackCall(
  name: string,
  path: string,
  toPayload: (request: string, count: number) => Uint8Array | Promise<Uint8Array>,
  record?: object,
): Attack<Seen> {
  return {
    name,
    attempt: (target) =>
      withHostileAgent(target, async (agent, file) => {
        const responses = respondAlways(agent, toPayload)
        const reply = await file.call(path, record)
        const exchanges = responses.count()
        // A breach's report is cut off at its end.
        return { failures: await callNeighbor(target), exchanges, reply }
      }),
    holds: isContained,
  }
}

/** A page promising more, and its records. */
function nextPage(records: string, remaining = 1_000) {
  return encoder.encode(
    `<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK" iteratorRemainingCount="${remaining}" iteratorID="{1}">${records}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`,
  )
}

const scan = `/query?query=${encodeURIComponent("select * from Customer where Notes = 'zz'")}`

const write = { DisplayName: 'Ada' }

function added(content: string) {
  return encoder.encode(
    `<QBXML><QBXMLMsgsRs><CustomerAddRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK">${content}</CustomerAddRs></QBXMLMsgsRs></QBXML>`,
  )
}

/** A hostile agent's responses to calls. */
export const callAttacks: readonly Attack[] = [
  ...Object.entries(bombs).map(([name, toPayload]) => attackCall(`bomb: ${name}`, scan, toPayload)),
  ...Object.entries(lies).map(([name, toPayload]) => attackCall(`lie: ${name}`, readPath, toPayload)),
  attackCall('loop: pages without records', scan, () => nextPage('')),
  attackCall('loop: the same page again and again', scan, () => nextPage(customerRet('80000001-1'))),
  attackCall('loop: pages of one new record without an end', scan, (_, count) =>
    nextPage(customerRet(`${(0x80000000 + count).toString(16).toUpperCase()}-1`), 1_000_000),
  ),
  attackCall('write: a response of 2 MiB', '/customer', () => added(`<!--${'x'.repeat(2 * 1024 ** 2)}-->`), write),
  attackCall('write: a response without a record', '/customer', () => added(''), write),
  {
    ...attackCall('write: another name', '/customer', () => added(customerRet('80000001-1', 'Eve')), write),
    // QuickBooks may change what it writes: a difference is a warning.
    holds: (seen) =>
      isContained(seen) || findHeader(seen.reply, 'x-svc-warning')?.includes('Not kept as sent: DisplayName') === true,
  } satisfies Attack<Seen>,
]
