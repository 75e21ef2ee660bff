import { expect, it } from 'vitest'
import { readFailure } from './read-failure.ts'

function respond(status: number, body: string) {
  return new Response(body, { status, headers: { 'x-request-id': 'trace-1' } })
}

it('reads the fault of the data plane', async () => {
  const fault = {
    Error: [
      {
        Message: 'Too many',
        Detail: 'The sandbox has used its calls. https://bridge.example/docs/errors/X',
        code: 'X',
      },
    ],
    type: 'Y',
  }
  expect(await readFailure(respond(429, JSON.stringify({ Fault: fault })))).toEqual({
    title: 'HTTP 429: X',
    message: 'The sandbox has used its calls.',
    requestId: 'trace-1',
    help: '/docs/errors/X',
  })
})

it('reads the problem of the control plane', async () => {
  const problem = { error: 'unauthenticated', message: 'The API key is unknown.' }
  const failure = await readFailure(respond(401, JSON.stringify(problem)))
  expect(failure).toMatchObject({ title: 'HTTP 401: unauthenticated', message: 'The API key is unknown.' })
})

it.each(['', '<html>', 'null', '{"Fault":{"Error":[]}}', '{"error":1}'])('has a text for %j, too', async (body) => {
  const { title, message } = await readFailure(respond(502, body))
  expect(title).toBe('HTTP 502')
  expect(message).not.toBe('')
})
