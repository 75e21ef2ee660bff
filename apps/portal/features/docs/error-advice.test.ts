import { describe, expect, it } from 'vitest'
import { documentedErrors } from './error-catalogue.ts'

class PermanentError extends Error {}

/** Runs the code of an advice in an integration that has just received the error. Returns the functions it called. */
async function runAdvice(advice: string, error: string, status: number): Promise<string[]> {
  const called: string[] = []
  const note =
    <T>(name: string, result: T) =>
    async () => {
      called.push(name)
      return result
    }
  const scope = {
    code: error,
    error,
    response: { status, headers: new Headers({ 'Retry-After': '7' }) },
    detail: 'The message.',
    entity: 'invoice',
    id: '1',
    record: { Id: '1' },
    change: { PrivateNote: 'Changed' },
    request: { requestid: 'r-1' },
    refreshToken: 'refresh-1',
    retryAfterSeconds: undefined,
    attempt: 3,
    isRefreshed: false,
    log: { warn: () => called.push('log') },
    PermanentError,
    wait: note('wait', undefined),
    send: note('send', undefined),
    read: note('read', { Invoice: { Id: '1', SyncToken: '2' } }),
    write: note('write', undefined),
    store: note('store', undefined),
    refresh: note('refresh', { access_token: 'access-2' }),
    loadTokens: note('loadTokens', { refresh_token: 'refresh-1' }),
    askUserToConnectAgain: note('askUserToConnectAgain', undefined),
  }
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  await new AsyncFunction(...Object.keys(scope), advice)(...Object.values(scope)).catch((thrown: unknown) => {
    if (!(thrown instanceof PermanentError)) throw thrown
    called.push('fail')
  })
  return called
}

describe('the advice for integrations', () => {
  it.each(documentedErrors)('for $code runs, and does what the reference says about a repeat', async (documented) => {
    const { code, statuses, repeat, advice } = documented
    const called = await runAdvice(advice.code, code, statuses[0] ?? 0)
    expect(called).not.toEqual([])
    // A request that needs a correction is not sent again unchanged.
    if (repeat === 'never' && called.includes('send')) expect(called).toContain('refresh')
    if (called.includes('fail')) expect(repeat).toBe('never')
  })

  it.each([
    ['5010', ['read', 'write']],
    ['AUTHENTICATION_FAILED', ['refresh', 'store', 'send']],
    ['invalid_grant', ['loadTokens', 'askUserToConnectAgain']],
  ])('for %s is specific to it', async (code, calls) => {
    const { advice, statuses } = documentedErrors.find((documented) => documented.code === code) ?? {}
    expect(await runAdvice(advice?.code ?? '', code, statuses?.[0] ?? 0)).toEqual(calls)
  })
})
