import type { Grant } from '@bridge/identity/access/grant'
import { isJsonObject, type JsonObject } from '@bridge/translation'
import type { SendOptions, TracedResponse, UserCalls } from '../user-calls/user-calls.ts'
import type { ProposalCaller, ProposedWrite } from './proposal.ts'

/** How long one call's grant lives. */
const grantMs = 60_000

/** A response with its parsed body. */
export interface CompanyResponse extends Pick<TracedResponse, 'heldBack' | 'trace'> {
  readonly status: number
  readonly isOk: boolean
  readonly body: JsonObject
}

interface CallsOptions {
  readonly userCalls: UserCalls
  readonly baseUrl: string
  readonly now: Date
}

/** The data plane calls of a proposal, for its host's client. */
export class CompanyCalls {
  readonly #options: CallsOptions
  readonly #grant: Grant

  constructor(
    options: CallsOptions,
    grant: Pick<Grant, 'realmId' | 'realmKind' | 'orgId'> & Pick<ProposalCaller, 'clientId'>,
  ) {
    const expiresAt = new Date(options.now.getTime() + grantMs)
    this.#options = options
    this.#grant = { ...grant, expiresAt }
  }

  findMistakes(write: ProposedWrite) {
    return this.#options.userCalls.findMistakes(this.#toWriteRequest(write, undefined), this.#grant)
  }

  /** Sends a write, with a `requestid` if it is committed. */
  async write(write: ProposedWrite, requestId: string | undefined, options: SendOptions): Promise<CompanyResponse> {
    return this.#send(this.#toWriteRequest(write, requestId), 'mcp', options)
  }

  get(path: string): Promise<CompanyResponse> {
    return this.#send(this.#toRequest(path, {}), 'proposal')
  }

  query(text: string): Promise<CompanyResponse> {
    return this.#send(this.#toRequest('/query', { query: text }), 'proposal')
  }

  /** Sends a query and returns its records; undefined if it failed. */
  async findRecords(text: string): Promise<readonly JsonObject[] | undefined> {
    const { isOk, body } = await this.query(text)
    const { QueryResponse: found } = body
    if (!isOk || !isJsonObject(found)) return undefined
    return Object.values(found).find(Array.isArray)?.filter(isJsonObject) ?? []
  }

  async #send(request: Request, source: Grant['source'], options?: SendOptions): Promise<CompanyResponse> {
    const grant = { ...this.#grant, source }
    const { response, heldBack, trace } = await this.#options.userCalls.send(request, grant, options)
    const text = await response.text()
    const parsed: unknown = text === '' ? {} : JSON.parse(text)
    return {
      status: response.status,
      isOk: response.ok,
      body: isJsonObject(parsed) ? parsed : {},
      ...(heldBack !== undefined && { heldBack }),
      ...(trace && { trace }),
    }
  }

  #toWriteRequest({ entity, operation, record }: ProposedWrite, requestId: string | undefined): Request {
    const isNamed = operation === 'delete' || operation === 'void'
    return this.#toRequest(
      `/${encodeURIComponent(entity.toLowerCase())}`,
      { ...(isNamed && { operation }), ...(requestId !== undefined && { requestid: requestId }) },
      JSON.stringify(record),
    )
  }

  #toRequest(path: string, parameters: Readonly<Record<string, string>>, body?: string): Request {
    const url = new URL(`${this.#options.baseUrl}/v3/company/${this.#grant.realmId}${path}`)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    return new Request(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
  }
}
