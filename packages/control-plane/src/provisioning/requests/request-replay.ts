import { randomUUID } from 'node:crypto'
import { Problem } from '@bridge/faults'
import { includesRole, type Role } from '@bridge/identity/access/owned'
import { hiddenMark } from '@bridge/platform/redact'
import { z } from 'zod'
import { noInput, operation } from '../../operation/operation.ts'
import {
  findRequest,
  findRequestByTrace,
  type LoggedRequestDetail,
  type LoggedRequestRow,
  recordReplay,
} from './logged-request.store.ts'
import { readBodies, type requestBodiesSchema } from './logged-request.ts'
import { isWrite } from './posted.ts'

type Bodies = z.output<typeof requestBodiesSchema>

/** The longest a replay can take. */
const callMs = 10 * 60 * 1000

export const requestReplayOperations = {
  replayRequest: operation({
    route: 'POST /requests/{loggedRequestId}/replay',
    summary:
      'Sends a logged request again as a new call, with a new requestid. Reads can be replayed anywhere, writes in a sandbox only. Members can replay requests of the sandbox.',
    about: 'request',
    role: 'member',
    problems: ['not_replayable'],
    input: noInput,
    output: z.strictObject({
      traceId: z.string().describe('X-Request-Id of the new response.'),
      status: z.int(),
      loggedRequestId: z.string().nullable().describe('The new request in the log.'),
      requestId: z.string().nullable().describe('The requestid of the new call; null for a read.'),
    }),
    run: async (services, call) => {
      const { database, clock, config, userCalls, requestLog } = services
      const found = await findRequest(database, call, call.id)
      if (!found) throw new Problem('not_found')
      const bodies = readBodies(found, clock())
      const blocked = replayBlockedBy({ ...found, bodies, role: call.role })
      if (blocked !== undefined) throw new Problem('not_replayable', blocked)
      const { line, realmKind } = found
      const requestId = isWrite(line.operation) ? randomUUID() : undefined
      const traceId = randomUUID()
      if (requestId !== undefined) {
        await recordReplay(database, call, { requestId, traceId, realmId: line.realmId }, call.caller, clock())
      }
      const { response } = await userCalls.send(toRequest(config.baseUrl, line, bodies, { traceId, requestId }), {
        realmId: line.realmId,
        realmKind,
        orgId: call.orgId,
        ...(line.clientId !== null && { clientId: line.clientId }),
        source: 'replay',
        isReadOnly: realmKind === 'production',
        expiresAt: new Date(clock().getTime() + callMs),
      })
      // An unread body would hold up the company file's calls.
      await response.body?.cancel()
      await requestLog.flush()
      return {
        traceId,
        status: response.status,
        loggedRequestId: (await findRequestByTrace(database, call.orgId, traceId)) ?? null,
        requestId: requestId ?? null,
      }
    },
  }),
}

interface Replayable extends Pick<LoggedRequestDetail, 'line' | 'realmKind'> {
  readonly bodies: Bodies | null
  readonly role: Role
}

/** Returns why a request cannot be replayed; undefined if it can. */
export function replayBlockedBy({ line, realmKind, bodies, role }: Replayable): string | undefined {
  if (realmKind === 'production' && isWrite(line.operation)) {
    return 'Writes can be replayed in the sandbox only. Open it in the Explorer instead.'
  }
  if (realmKind === 'production' && !includesRole(role, 'admin')) {
    return 'Members can replay requests of the sandbox. An admin can replay reads of a company file.'
  }
  if (bodies === null) {
    return line.operation === 'read' ? undefined : 'Its query and body are no longer kept, or never were.'
  }
  if (isCut(bodies, line)) return 'It is too long: only its beginning is kept.'
  return [bodies.request, bodies.query, line.path].some((text) => text.includes(hiddenMark))
    ? 'It contains data that the log hides.'
    : undefined
}

/** Returns whether the log has only the request's beginning. */
function isCut({ request, requestCharacters, query }: Bodies, { queryText }: LoggedRequestRow): boolean {
  return request.length < requestCharacters || [request, query, queryText ?? ''].some((text) => text.endsWith('…'))
}

/** Builds the new call, with a `requestid` replacing the original's. */
function toRequest(
  baseUrl: string,
  line: LoggedRequestRow,
  bodies: Bodies | null,
  { traceId, requestId }: { readonly traceId: string; readonly requestId: string | undefined },
): Request {
  const url = new URL(line.path, baseUrl)
  const parameters = bodies ? toParameters(line, bodies) : []
  for (const [name, value] of parameters) url.searchParams.append(name, value)
  if (requestId !== undefined) url.searchParams.append('requestid', requestId)
  const headers = new Headers({ accept: 'application/json', 'x-request-id': traceId })
  const contentType = bodies?.requestHeaders['content-type']
  if (contentType !== undefined) headers.set('content-type', contentType)
  return new Request(url, {
    method: line.method,
    headers,
    ...(bodies && bodies.request !== '' && { body: bodies.request }),
  })
}

/** Returns the original's parameters without its `requestid`. */
function toParameters({ queryText }: LoggedRequestRow, { query, request }: Bodies): [string, string][] {
  // The log has the query decoded: its text may contain separators.
  if (queryText !== null) {
    const isExplained = /[?&]explain=(?:1|true)\b/i.test(query)
    return [...(request === '' ? [['query', queryText] as [string, string]] : []), ...(isExplained ? [explain] : [])]
  }
  return query
    .replace(/^\?/, '')
    .split('&')
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')]
    })
    .filter(([name]) => name !== '' && name.toLowerCase() !== 'requestid')
}

const explain: [string, string] = ['explain', '1']
