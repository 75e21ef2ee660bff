import { type PairingRequest, type PairingResponse, pairingPath, parsePairingResponse } from '@bridge/agent-protocol'

/** A failed pairing; the message is one line for the user. */
export class PairingError extends Error {
  override readonly name = 'PairingError'
  /** Whether the service refused the code, so only another one helps. */
  readonly isRefused: boolean

  constructor(message: string, isRefused = false) {
    super(message)
    this.isRefused = isRefused
  }
}

const timeoutMs = 30_000
const maxResponseBytes = 16 * 1024

/**
 * Redeems a pairing code at a service.
 *
 * @param address the service's address or its agent path: `https://bridge.example`, `wss://bridge.example/agent`
 * @throws {PairingError} with what to do
 */
export async function redeemCode(address: string, request: PairingRequest): Promise<PairingResponse> {
  const url = toPairingUrl(address)
  const response = await post(url, request)
  const text = await readText(response)
  if (response.status === 201) {
    const paired = parsePairingResponse(text)
    if (paired) return paired
    throw new PairingError(`The response of ${url.origin} cannot be read. Check the address of the service.`)
  }
  throw describeRefusal(url, response, text)
}

function toPairingUrl(address: string): URL {
  const url = new URL(pairingPath, address.replace(/^ws/, 'http'))
  url.search = ''
  return url
}

async function post(url: URL, request: PairingRequest): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(request),
      // The code is for this address only.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw new PairingError(`${url.origin} cannot be reached: ${getCause(error)}. Check the address and the network.`)
  }
}

/** Reads a body up to 16 KiB; the service sends nothing longer. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxResponseBytes) return ''
      text += decoder.decode(chunk, { stream: true })
    }
  } catch {
    return ''
  }
  return text
}

function describeRefusal(url: URL, { status, headers }: Response, text: string): PairingError {
  const code = getErrorCode(text)
  if (status === 404 && code === 'not_found') {
    return new PairingError(
      'The pairing code is wrong, was used or has expired. Create a new one in the portal, or on the set-up page.',
      true,
    )
  }
  if (status === 429) {
    const seconds = /^\d{1,5}$/.test(headers.get('retry-after') ?? '') ? `${headers.get('retry-after')} s` : 'a minute'
    return new PairingError(`There were too many attempts to pair. Wait ${seconds}, then try again.`)
  }
  if (status === 400 && code === 'invalid_request') {
    return new PairingError('The service rejected the code or the name of this PC. Pass another --name.', true)
  }
  if (status >= 300 && status < 400) {
    return new PairingError(`${url.origin} redirects to another address. Pass the address of the service itself.`)
  }
  if (status >= 500) return new PairingError(`The service failed with the status ${status}. Try again later.`)
  return new PairingError(`There is no Bridge Service at ${url.origin} (status ${status}). Check the address.`)
}

function getErrorCode(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  } catch {
    return undefined
  }
}

/** Returns the reason why a request has no response: fetch wraps the socket's error. */
function getCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
