import type { UserCalls } from '@bridge/data-plane/user-calls/user-calls'
import { Fault } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { CompanyCalls, CompanyRequest, CompanyResponse } from './company-calls.ts'

/** The longest response read by a tool: a report with some 20,000 rows. */
const maxBodyCharacters = 4 * 1024 * 1024

interface CompanyCallsOptions {
  readonly userCalls: UserCalls
  readonly baseUrl: string
  readonly grant: Grant
  /** Aborts when the host closes the connection. */
  readonly signal: AbortSignal
}

/** Calls that know whether there was one. */
export interface CountedCalls extends CompanyCalls {
  /** Returns whether the data plane got a call, and counted it. */
  hasSent(): boolean
}

/** Creates a company file's calls, which the data plane serves as it serves an app's. */
export function createCompanyCalls({ userCalls, baseUrl, grant, signal }: CompanyCallsOptions): CountedCalls {
  let hasSent = false
  const createRequest = (request: CompanyRequest) =>
    toRequest(`${baseUrl}/v3/company/${grant.realmId}`, request, signal)
  return {
    hasSent: () => hasSent,
    async send(request) {
      hasSent = true
      const { response, bodyCharacters, trace } = await userCalls.send(createRequest(request), grant)
      if (bodyCharacters > maxBodyCharacters) {
        await response.body?.cancel()
        throw new Fault('UNSUPPORTED_QUERY', `The response has ${bodyCharacters} characters, too many for a tool.`)
      }
      return {
        status: response.status,
        body: await readBody(response),
        traceId: response.headers.get('x-request-id') ?? '',
        ...(trace && { trace }),
      }
    },
    findMistakes: (request) => userCalls.findMistakes(createRequest(request), grant),
  }
}

function toRequest(
  companyUrl: string,
  { method, path, parameters, body }: CompanyRequest,
  signal: AbortSignal,
): Request {
  const url = new URL(companyUrl + path)
  for (const [name, value] of Object.entries(parameters ?? {})) url.searchParams.set(name, value)
  const isText = typeof body === 'string'
  return new Request(url, {
    method,
    signal,
    headers: { accept: 'application/json', 'content-type': isText ? 'application/text' : 'application/json' },
    ...(method === 'POST' && { body: isText ? body : JSON.stringify(body ?? {}) }),
  })
}

async function readBody(response: Response): Promise<CompanyResponse['body']> {
  const parsed: unknown = JSON.parse(await response.text())
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {}
}
