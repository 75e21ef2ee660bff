import type { CallArguments, Operation } from './calls.ts'
import { ResultError, readInteger, readText, readTexts } from './read-result.ts'
import { type Style, serializeCall } from './serialize-call.ts'
import type { Transport } from './transport.ts'
import type { CallMoment } from './update-result.ts'

/** Milliseconds .NET waits for a response by default. */
const timeoutMs = 100_000

/** A call failed: there was no response, or none the Web Connector understands. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly operation: Operation

  constructor(operation: Operation, message: string, options?: ErrorOptions) {
    super(message, options)
    this.operation = operation
  }
}

/** The Web Connector was ended during an update. */
export class KilledError extends Error {
  override readonly name = 'KilledError'
}

export interface ServiceCallsOptions {
  readonly transport: Transport
  readonly style: Style
  /** Aborts when the Web Connector is killed. */
  readonly killSignal: AbortSignal
  readonly createTimeout: (ms: number) => AbortSignal
  readonly onCall: (moment: CallMoment) => void
  readonly log: (line: string) => void
}

/** One update's calls, one after another. Each throws `CallError` or `KilledError`. */
export interface ServiceCalls {
  /** Returns a text result; undefined if the response has none. */
  text<Name extends Operation>(operation: Name, values: CallArguments<Name>): Promise<string | undefined>
  texts<Name extends Operation>(operation: Name, values: CallArguments<Name>): Promise<readonly string[]>
  integer<Name extends Operation>(operation: Name, values: CallArguments<Name>): Promise<number>
  /** The operations called so far. */
  readonly called: readonly Operation[]
}

/** Creates one update's calls. */
export function createServiceCalls({
  transport,
  style,
  killSignal,
  createTimeout,
  onCall,
  log,
}: ServiceCallsOptions): ServiceCalls {
  const called: Operation[] = []

  const reach = (moment: CallMoment): void => {
    onCall(moment)
    if (killSignal.aborted) throw new KilledError(`Killed ${moment.phase} ${moment.operation}.`)
  }

  const post = async (operation: Operation, envelope: string): Promise<string> => {
    const signal = AbortSignal.any([killSignal, createTimeout(timeoutMs)])
    try {
      const { status, body } = await transport.post({ operation, envelope, signal })
      if (status === 200 || body.startsWith('<')) return requireResult(status, body)
      throw new ResultError(`The request failed with HTTP status ${status}.`)
    } catch (error) {
      if (killSignal.aborted) throw new KilledError(`Killed during ${operation}.`)
      if (signal.aborted) throw new CallError(operation, 'The operation has timed out', { cause: error })
      throw new CallError(operation, error instanceof Error ? error.message : String(error), { cause: error })
    }
  }

  const call = async <Name extends Operation, Result>(
    operation: Name,
    values: CallArguments<Name>,
    read: (body: string) => Result,
  ): Promise<Result> => {
    const index = called.length
    reach({ phase: 'before', operation, index })
    called.push(operation)
    const body = await post(operation, serializeCall(operation, values, style))
    reach({ phase: 'after', operation, index })
    const result = readOrFail(operation, () => read(body))
    log(`${operation}() returned ${JSON.stringify(result)}`)
    return result
  }

  return {
    called,
    text: (operation, values) => call(operation, values, (body) => readText(operation, body, style)),
    texts: (operation, values) => call(operation, values, (body) => readTexts(operation, body, style)),
    integer: (operation, values) => call(operation, values, (body) => readInteger(operation, body, style)),
  }
}

/** Returns the body if the status is 200 or the response is a SOAP fault, whose text the user sees. */
function requireResult(status: number, body: string): string {
  if (status === 200 || /:?Fault[\s>]/.test(body)) return body
  throw new ResultError(`The request failed with HTTP status ${status}.`)
}

function readOrFail<Result>(operation: Operation, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ResultError) throw new CallError(operation, error.message, { cause: error })
    throw error
  }
}
