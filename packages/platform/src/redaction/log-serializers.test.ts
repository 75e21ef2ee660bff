import pino from 'pino'
import { expect, it } from 'vitest'
import { logSerializers } from './log-serializers.ts'

it('removes secrets from the path of a request and from an error', () => {
  const lines: string[] = []
  const logger = pino({ serializers: logSerializers }, { write: (line) => lines.push(line) })
  const error = new Error('The value "password=Hunter2" is not valid.')
  logger.error({ path: '/oauth2/v1/password=Hunter2', err: error }, 'The request failed.')
  logger.error({ path: ['settings', 'get'], err: 'not an error' }, 'A procedure failed.')
  expect(lines.join('')).not.toContain('Hunter2')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { path: '/oauth2/v1/password=[hidden]', err: { type: 'Error', message: expect.stringContaining('[hidden]') } },
    { path: ['settings', 'get'] },
  ])
})
