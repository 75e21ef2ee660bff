import { describe, expect, it } from 'vitest'
import {
  describeApp,
  describeRequest,
  describeTarget,
  formatStatus,
  toRequestTone,
  toStatusTone,
} from './logged-request.ts'
import { splitTime } from './time-bar.tsx'

describe('the tone of a request', () => {
  it.each([
    [200, 'success'],
    [302, 'success'],
    [400, 'danger'],
    [429, 'danger'],
    [504, 'danger'],
  ] as const)('of status %d is %s: one for every failed call', (status, tone) => {
    expect(toStatusTone(status)).toBe(tone)
  })

  it('warns of failed items in a batch that ran', () => {
    expect(toRequestTone({ status: 200, failedItems: 2 })).toBe('warning')
    expect(formatStatus({ status: 200, code: null, failedItems: 2 })).toBe('200 · 2 failed')
  })
})

it('tells a proposed write from a posted one', () => {
  const path = '/v3/company/1000000000000001/invoice'
  expect(describeTarget({ path, queryText: null, operation: 'create' })).toBe('/invoice')
  expect(describeTarget({ path, queryText: null, operation: 'propose' })).toBe('/invoice (proposed)')
})

it('shows a query by its text, which has no method', () => {
  const path = '/v3/company/1000000000000001/query'
  expect(describeRequest({ method: 'GET', path, queryText: 'select * from Customer' })).toBe('select * from Customer')
  expect(describeRequest({ method: 'POST', path: '/v3/company/1000000000000001/invoice', queryText: null })).toBe(
    'POST /invoice',
  )
})

describe('the app of a request', () => {
  it.each([
    ['explorer', null, 'Explorer'],
    ['replay', null, 'Explorer (replay)'],
    ['replay', 'svcc_gone', 'Deleted app (replay)'],
    ['api', null, 'Unknown app'],
  ] as const)('sent by %s for %s is “%s”', (source, clientId, app) => {
    expect(describeApp({ source, clientId, clientName: null })).toBe(app)
  })
})

describe('the time of a request', () => {
  it('is split in the order of its way, and the rest is the service’s', () => {
    const parts = splitTime({ totalMs: 100, queueMs: 10, gatewayMs: 20, desktopMs: 30 })
    expect(parts.map(({ name, ms }) => [name, ms])).toEqual([
      ['service', 40],
      ['queue', 10],
      ['transit', 20],
      ['quickbooks', 30],
    ])
  })

  it('is only the service’s for a call that did not reach the company file', () => {
    const parts = splitTime({ totalMs: 5, queueMs: null, gatewayMs: null, desktopMs: null })
    expect(parts.map(({ ms }) => ms)).toEqual([5, 0, 0, 0])
  })
})
