import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const needed: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://localhost/bridge',
  MACHINE_SECRET: 'm'.repeat(32),
  SESSION_SECRET: 's'.repeat(32),
}
const gate = { ADMIN_GATE_USER: 'operator', ADMIN_GATE_PASSWORD: 'a long password' }
const provider = { OIDC_ISSUER: 'https://id.example/', OIDC_CLIENT_ID: 'bridge', OIDC_CLIENT_SECRET: 'hush' }

it('has neither a gate nor a provider to sign in with, unless they are set', () => {
  const { config } = readEnv(needed)
  expect([config.adminGate, config.openIdConnect]).toEqual([undefined, undefined])
})

it('takes the operator’s gate and the provider', () => {
  const { config } = readEnv({ ...needed, ...gate, ...provider, OIDC_NAME: 'Example ID' })
  expect(config.adminGate).toEqual({ user: 'operator', password: 'a long password' })
  expect(config.openIdConnect).toEqual({
    issuer: 'https://id.example',
    clientId: 'bridge',
    clientSecret: 'hush',
    name: 'Example ID',
  })
})

it.each([
  [{ ADMIN_GATE_USER: 'operator' }, 'ADMIN_GATE_USER: set ADMIN_GATE_USER, ADMIN_GATE_PASSWORD together'],
  [{ ...gate, ADMIN_GATE_USER: 'a:b' }, 'ADMIN_GATE_USER: must have no colon'],
  [{ ...gate, ADMIN_GATE_PASSWORD: 'short' }, 'ADMIN_GATE_PASSWORD: must have at least 12 characters'],
  [{ ...provider, OIDC_CLIENT_SECRET: undefined }, 'set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET together'],
  [{ ...provider, OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER'],
])('refuses half of one: %j', (variables, message) => {
  expect(() => readEnv({ ...needed, ...variables })).toThrow(message)
})
