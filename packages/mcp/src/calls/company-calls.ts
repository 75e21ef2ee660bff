import type { CallTrace } from '@bridge/data-plane/request-log/call-trace'
import type { FoundMistake } from '@bridge/data-plane/user-calls/user-calls'

/** A data plane call, below `/v3/company/{realmId}`. */
export interface CompanyRequest {
  readonly method: 'GET' | 'POST'
  /** Begins with a slash: `/invoice/12`. */
  readonly path: string
  readonly parameters?: Readonly<Record<string, string>>
  /** Sent as JSON; text is sent as it is, for `/query`. */
  readonly body?: object | string
}

/** Its response. */
export interface CompanyResponse {
  readonly status: number
  /** Parsed JSON. */
  readonly body: Readonly<Record<string, unknown>>
  /** The log entry's name. */
  readonly traceId: string
  /** Absent if the call did not reach the company file. It has the qbXML. */
  readonly trace?: CallTrace
}

/** Calls the data plane for one company file, under the limits and in the log of the product. */
export interface CompanyCalls {
  send(request: CompanyRequest): Promise<CompanyResponse>
  /** Returns a request's mistakes without sending it. */
  findMistakes(request: CompanyRequest): Promise<readonly FoundMistake[]>
}
