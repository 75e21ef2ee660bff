import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const production = { NODE_ENV: 'production' as const }

describe('readEnv', () => {
  it('has a default for every variable', () => {
    expect(readEnv(production)).toMatchObject({
      port: 3000,
      gatewayPort: 4001,
      sandboxHostPort: 4100,
      databaseUrl: undefined,
      baseUrl: undefined,
    })
  })

  it('reports every invalid variable in one line', () => {
    expect(() => readEnv({ ...production, PORT: 'http', DATABASE_URL: 'mysql://x' })).toThrow(
      /PORT: .*; DATABASE_URL: /,
    )
  })

  it('removes the trailing slash of the base URL', () => {
    expect(readEnv({ ...production, BASE_URL: 'https://bridge.example/' }).baseUrl).toBe('https://bridge.example')
  })
})
