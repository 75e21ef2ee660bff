import { describeCause, UpdateError } from './update-error.ts'

/** A server sending nothing for this long is given up. */
const stallMs = 60_000
/** A server sending a byte now and then is given up, too. */
const totalMs = 2 * 60 * 60 * 1000

/**
 * Requests an address without following redirects, and returns the body's parts as they arrive.
 *
 * @param maxBytes the bytes the body may have
 * @throws {UpdateError} for any other status, for a longer body, if nothing arrives for a minute, after two hours, and
 * at the signal
 */
export async function* readBytes(url: URL, maxBytes: number, stopping?: AbortSignal): AsyncGenerator<Uint8Array> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(new Error(`no data for ${stallMs / 1000} s`)), stallMs)
  const signal = AbortSignal.any([stalled.signal, AbortSignal.timeout(totalMs), ...(stopping ? [stopping] : [])])
  let bytes = 0
  try {
    const headers = { 'accept-encoding': 'identity' }
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    if (response.status !== 200) throw new UpdateError(`${url.href} responded with the status ${response.status}.`)
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      bytes += chunk.length
      if (bytes > maxBytes) throw new UpdateError(`${url.href} sent more than the expected ${maxBytes} bytes.`)
      yield chunk
    }
  } catch (error) {
    if (error instanceof UpdateError) throw error
    throw new UpdateError(`${url.href} could not be read: ${describeCause(error)}.`)
  } finally {
    clearTimeout(timer)
  }
}
