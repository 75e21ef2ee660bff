import { describe, expect, it } from 'vitest'
import { serverDefaults } from './config.ts'

describe('serverDefaults', () => {
  it('allows the agent 60 s for a round trip [dp-8:13]', () => {
    expect(serverDefaults.agentTimeoutMs).toBe(60_000)
  })

  it('allows an address 60 OAuth requests and 10 sign-in requests per minute [dp-8:18]', () => {
    expect(serverDefaults.oauthRequestsPerMinute).toBe(60)
    expect(serverDefaults.signInRequestsPerMinute).toBe(10)
  })
})
