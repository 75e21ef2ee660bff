import { Resolver } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { FairQueue } from '../runtime/fair-queue.ts'
import { isLoopback } from './loopback.ts'

/** A request to an address that a user chose. */
export interface OutgoingRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Requests with the same owner are sent one after another. */
  readonly owner: string
  /** How much of the response's body is read; 4 KiB by default. */
  readonly maxBodyBytes?: number
}

/** A request's outcome, with the start of the body, and `Cache-Control` if it was sent. */
export type OutgoingResult = { readonly ms: number } & (
  | { readonly kind: 'response'; readonly status: number; readonly body: string; readonly cacheControl?: string }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly detail: string }
)

/** `address`: the name leads to an address that is not public. */
export type FailureReason = 'address' | 'timeout' | 'connection'

/** Returns the IP addresses of a host name. */
export type Resolve = (name: string) => Promise<readonly string[]>

export interface OutgoingClientOptions {
  /** Whether loopback addresses are allowed, also without TLS, for development. */
  readonly allowsLoopback: boolean
  /** Defaults to the system's name servers. */
  readonly resolve?: Resolve
  /** For everything from the lookup to the body; 3 s by default. */
  readonly timeoutMs?: number
  /** Requests at once; 50 by default. */
  readonly maxRequests?: number
}

const defaultTimeoutMs = 3_000
const defaultMaxRequests = 50
const defaultMaxBodyBytes = 4 * 1024

/** Private and reserved ranges are refused anyway. This public address serves Azure's metadata to its machines. */
const deniedAddresses = ['168.63.129.16']
const loopbackAddresses = ['127.0.0.1', '::1']
const deniedMessage = /^DNS lookup .* is not allowed\./

/**
 * Sends requests to addresses that users chose, which may try to reach what only this machine can. A name is looked up
 * once, and the connection goes to the checked address. Redirects are not followed.
 */
export class OutgoingClient {
  readonly #options: OutgoingClientOptions
  readonly #publicAgent = new RequestFilteringHttpsAgent({ denyIPAddressList: deniedAddresses })
  readonly #loopbackAgents = {
    'http:': new RequestFilteringHttpAgent({ allowIPAddressList: loopbackAddresses }),
    'https:': new RequestFilteringHttpsAgent({ allowIPAddressList: loopbackAddresses }),
  } as const
  readonly #lookup: LookupFunction
  readonly #busyOwners = new Set<string>()
  readonly #waiting = new FairQueue<{ readonly owner: string; readonly start: () => void }>()

  constructor(options: OutgoingClientOptions) {
    this.#options = options
    this.#lookup = createLookup(options.resolve ?? createResolve())
  }

  /** Sends a request, and waits while its owner has another one, or all places are taken. Never rejects. */
  async send(request: OutgoingRequest): Promise<OutgoingResult> {
    await this.#acquire(request.owner)
    const startedAt = performance.now()
    try {
      const result = await this.#exchange(request)
      return { ...result, ms: Math.round(performance.now() - startedAt) }
    } finally {
      this.#busyOwners.delete(request.owner)
      this.#startNext()
    }
  }

  #acquire(owner: string): Promise<void> {
    return new Promise((start) => {
      this.#waiting.push(owner, { owner, start })
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#busyOwners.size >= (this.#options.maxRequests ?? defaultMaxRequests)) return
    const next = this.#waiting.shift(({ owner }) => !this.#busyOwners.has(owner))
    if (next === undefined) return
    this.#busyOwners.add(next.owner)
    next.start()
  }

  async #exchange({ url, method, headers, body, maxBodyBytes = defaultMaxBodyBytes }: OutgoingRequest) {
    const agent = this.#findAgent(url)
    if (agent === undefined) {
      return { kind: 'failed', reason: 'address', detail: 'Only https addresses are allowed.' } as const
    }
    const signal = AbortSignal.timeout(this.#options.timeoutMs ?? defaultTimeoutMs)
    const options = { method, headers, signal, agent, lookup: this.#lookup }
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = agent instanceof https.Agent ? https.request(url, options) : http.request(url, options)
        outgoing.once('response', resolve).on('error', reject).end(body)
      })
      const cacheControl = response.headers['cache-control']
      return {
        kind: 'response',
        status: response.statusCode ?? 0,
        body: await readStart(response, maxBodyBytes),
        ...(cacheControl !== undefined && { cacheControl }),
      } as const
    } catch (error) {
      return toFailure(error, signal)
    }
  }

  #findAgent(url: string): http.Agent | undefined {
    const { protocol } = new URL(url)
    if (this.#options.allowsLoopback && isLoopback(url)) return this.#loopbackAgents[protocol as 'http:' | 'https:']
    return protocol === 'https:' ? this.#publicAgent : undefined
  }
}

function toFailure(error: unknown, signal: AbortSignal) {
  if (signal.aborted) return { kind: 'failed', reason: 'timeout', detail: 'No response in time.' } as const
  const { message, code } = error as NodeJS.ErrnoException
  if (deniedMessage.test(message)) {
    return { kind: 'failed', reason: 'address', detail: 'The address is not public.' } as const
  }
  return { kind: 'failed', reason: 'connection', detail: code ?? message } as const
}

/** Reads a body's first bytes as text. What arrived before the deadline or an early end is enough. */
function readStart(response: IncomingMessage, maxBodyBytes: number): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let bytes = 0
    const finish = () => {
      response.destroy()
      resolve(Buffer.concat(parts).subarray(0, maxBodyBytes).toString('utf8').replaceAll('\0', '\ufffd'))
    }
    response.on('data', (part: Buffer) => {
      parts.push(part)
      bytes += part.length
      if (bytes >= maxBodyBytes) finish()
    })
    response.on('end', finish).on('error', finish).on('close', finish)
  })
}

/** Asks name servers without the threads that files and cryptography need, which slow name servers would take. */
function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const [first] = found
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}

function createLookup(resolve: Resolve): LookupFunction {
  return (name, { all }, callback) => {
    const resolved = name === 'localhost' ? Promise.resolve(loopbackAddresses) : resolve(name)
    resolved.then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        const [first] = addresses
        if (first === undefined) callback(new Error('The name has no address.'), '')
        else if (all === true) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}
