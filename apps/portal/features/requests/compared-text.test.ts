import { describe, expect, it } from 'vitest'
import { haveSameContent } from './compared-text.ts'

describe('two responses', () => {
  it.each([
    ['{"QueryResponse":{},"time":"2026-11-27T10:00:00Z"}', '{ "QueryResponse": {}, "time": "2026-11-28T11:00:00Z" }'],
    ['{"Fault":{},"time":"a","svc":{"code":"610"}}', '{"Fault":{},"time":"b","svc":{"code":"610"}}'],
    [
      '<IntuitResponse xmlns="x" time="1"><a>1</a></IntuitResponse>',
      '<IntuitResponse xmlns="x" time="2"><a>1</a></IntuitResponse>',
    ],
    ['', ''],
  ])('are the same but for their time: %s', (one, other) => {
    expect(haveSameContent(one, other)).toBe(true)
  })

  it.each([
    ['{"Invoice":{"Id":"1-1"},"time":"a"}', '{"Invoice":{"Id":"2-1"},"time":"a"}'],
    ['{"Invoice":{"time":"a"}}', '{"Invoice":{"time":"b"}}'],
    ['{"a":1}', ''],
  ])('differ: %s', (one, other) => {
    expect(haveSameContent(one, other)).toBe(false)
  })
})
