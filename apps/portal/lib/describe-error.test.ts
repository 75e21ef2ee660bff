import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

describe('describeError', () => {
  it('passes on the message and the code of a problem', () => {
    const error = { message: 'There is no such realm.', data: { problem: { code: 'not_found' } } }
    expect(describeError(error)).toEqual({
      message: 'There is no such realm.',
      code: 'not_found',
      requestId: undefined,
      isOffline: false,
    })
  })

  it.each(['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'])(
    'says that the service did not respond after “%s”',
    (message) => {
      expect(describeError(TRPCClientError.from(new TypeError(message)))).toMatchObject({
        message: expect.stringMatching(/^The service did not respond\./),
        isOffline: true,
      })
    },
  )

  it('says that the service is not available after a response that is not the service’s', () => {
    const response = new Response('<html>', { status: 503, headers: { 'x-request-id': 'trace-1' } })
    const error = TRPCClientError.from(new SyntaxError('Unexpected token <'), { meta: { response } })
    expect(describeError(error)).toEqual({
      message: 'The service is not available at the moment. Try again in a minute.',
      code: undefined,
      requestId: 'trace-1',
      isOffline: false,
    })
  })
})
