import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { importLimits } from '../../test/import-limits.ts'
import { serverDefaults } from './server-config.ts'

describe('serverDefaults', () => {
  it('allows the agent 60 s for a round trip [dp-8:13]', () => {
    expect(serverDefaults.agentTimeoutMs).toBe(60_000)
  })

  it('allows an address 60 OAuth requests and 10 sign-in requests per minute [dp-8:18]', () => {
    expect(serverDefaults.oauthRequestsPerMinute).toBe(60)
    expect(serverDefaults.signInRequestsPerMinute).toBe(10)
  })
})

it('has other limits in a program that imports them first', () => {
  const file = new URL('server-config.ts', import.meta.url).href
  const program = `const { serverDefaults } = await import('${file}'); console.log(JSON.stringify(serverDefaults))`
  const args = [...importLimits({ maxClients: 3 }), '--input-type=module', '-e', program]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual({ ...serverDefaults, maxClients: 3 })
})
