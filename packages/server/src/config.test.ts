import { describe, expect, it } from 'vitest'
import { defaultLimits } from './config.ts'

describe('defaultLimits', () => {
  it('gives the agent 60 s for a round trip [dp-8:13]', () => {
    expect(defaultLimits.agentTimeoutMs).toBe(60_000)
  })

  it('allows an address 60 OAuth requests and 10 sign-in requests per minute [dp-8:18]', () => {
    expect(defaultLimits.oauthRequestsPerMinute).toBe(60)
    expect(defaultLimits.signInRequestsPerMinute).toBe(10)
  })
})
