import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const production = { NODE_ENV: 'production' as const }

describe('the environment of the commands', () => {
  it('has a default for everything', () => {
    expect(readEnv(production)).toMatchObject({
      port: 3000,
      gatewayPort: 4001,
      databaseUrl: undefined,
      baseUrl: undefined,
    })
  })

  it('is refused in one line that names what is wrong', () => {
    expect(() => readEnv({ ...production, PORT: 'http', DATABASE_URL: 'mysql://x' })).toThrow(
      /PORT: .*; DATABASE_URL: /,
    )
  })

  it('takes a base URL without its trailing slash', () => {
    expect(readEnv({ ...production, BASE_URL: 'https://bridge.example/' }).baseUrl).toBe('https://bridge.example')
  })
})
