import type { Outcome } from '@bridge/faults'

/** Advice for an integration's code. */
export interface ErrorAdvice {
  readonly text: string
  readonly code: string
}

interface AdvisedError {
  readonly code: string
  readonly status: number
  readonly retryable: boolean
  readonly outcome: Outcome
}

/** Returns what to do about an error, by what it says about the company file. */
export function findAdvice({ code, status, retryable, outcome }: AdvisedError): ErrorAdvice {
  if (code === '5010') return staleAdvice
  if (code === 'AUTHENTICATION_FAILED') return refreshAdvice
  if (code === 'invalid_grant') return connectAdvice
  if (outcome === 'applied') return appliedAdvice(code)
  if (outcome === 'unknown') return uncertainAdvice(code)
  if (status === 429) return waitAdvice(code)
  return retryable ? repeatAdvice(code) : correctAdvice(code)
}

const staleAdvice: ErrorAdvice = {
  text: 'Read the record again, apply your change to its current values, and send it with the new `SyncToken`.',
  code: `if (code === '5010') {
  const { Invoice: current } = await read('invoice', record.Id)
  await write('invoice', { ...change, Id: current.Id, SyncToken: current.SyncToken })
}`,
}

const refreshAdvice: ErrorAdvice = {
  text: 'Refresh once, store both tokens, and send the request again. If that fails, ask the user to connect again.',
  code: `if (code === 'AUTHENTICATION_FAILED' && !isRefreshed) {
  const tokens = await refresh(refreshToken)
  await store(tokens) // both, before you use them
  return send(request, tokens.access_token)
}`,
}

const connectAdvice: ErrorAdvice = {
  text: 'Read your stored tokens again, because another process may have refreshed them. Otherwise, ask the user to connect again.',
  code: `if (error === 'invalid_grant') {
  const stored = await loadTokens()
  if (stored.refresh_token !== refreshToken) return refresh(stored.refresh_token)
  await askUserToConnectAgain()
}`,
}

function appliedAdvice(code: string): ErrorAdvice {
  return {
    text: 'The change was applied. Do not send the request again: read the record instead.',
    code: `if (code === '${code}') {
  return read(entity, id) // do not repeat the write
}`,
  }
}

function uncertainAdvice(code: string): ErrorAdvice {
  return {
    text: 'A write may have been applied. Send the same request again with its `requestid`. Without one, query for the record first.',
    code: `if (code === '${code}') {
  await wait(retryAfterSeconds ?? 5)
  return send(request, { requestid: request.requestid }) // the same ID and body
}`,
  }
}

function waitAdvice(code: string): ErrorAdvice {
  return {
    text: 'Nothing was changed. Wait for the number of seconds in `Retry-After`, then send the same request again.',
    code: `if (response.status === 429) { // ${code}
  await wait(Number(response.headers.get('Retry-After')))
  return send(request)
}`,
  }
}

function repeatAdvice(code: string): ErrorAdvice {
  return {
    text: 'Nothing was changed in the company file. Send the same request again later, with growing pauses.',
    code: `if (code === '${code}') {
  await wait(Math.min(2 ** attempt, 300))
  return send(request)
}`,
  }
}

function correctAdvice(code: string): ErrorAdvice {
  return {
    text: 'Nothing was changed in the company file. The same request fails again: correct it, or show the message to the person who can.',
    code: `if (code === '${code}') {
  log.warn({ detail, traceId: response.headers.get('X-Request-Id') })
  throw new PermanentError(detail) // do not repeat
}`,
  }
}
