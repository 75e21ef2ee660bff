import { Fault } from '@bridge/faults'
import { expect, it } from 'vitest'
import { faultResponse, successResponse } from './response.ts'

const time = new Date('2026-01-31T12:00:00.500Z')

it('adds the time with a numeric offset to every body [dp-2.3:time]', () => {
  expect(JSON.parse(String(successResponse({ body: { Customer: {} }, warnings: [] }, time).body))).toEqual({
    Customer: {},
    time: '2026-01-31T12:00:00.500+00:00',
  })
  const fault = faultResponse(new Fault('BAD_REQUEST', 'Not JSON.'), time, {
    docsUrl: 'https://bridge.test/docs/errors',
  })
  expect(JSON.parse(String(fault.body)).time).toBe('2026-01-31T12:00:00.500+00:00')
})

it('adds a bearer challenge only to 401', () => {
  const unknown = faultResponse(new Fault('AUTHENTICATION_FAILED', '…'), time, { docsUrl: '' })
  expect(unknown.headers['WWW-Authenticate']).toMatch(/^Bearer /)
  expect(faultResponse(new Fault('AUTHORIZATION_FAILED', '…'), time, { docsUrl: '' }).headers).not.toHaveProperty(
    'WWW-Authenticate',
  )
})

it('prints at most 1,000 ASCII characters from a requested plan', () => {
  const formatPlan = (plan?: string) =>
    successResponse({ body: {}, warnings: [], ...(plan !== undefined && { plan }) }, time).headers['X-SVC-Plan']
  expect(formatPlan()).toBeUndefined()
  expect(formatPlan('fetched:\r\nSöhne')).toBe('fetched: SU+00F6hne')
  expect(formatPlan('x'.repeat(2_000))).toHaveLength(1_000)
})
