import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { getConsentUrl, type QuickstartFacts, toShellVariables } from './quickstart-facts.ts'

const facts: QuickstartFacts = {
  baseUrl: 'http://localhost:3000',
  gatewayUrl: 'http://127.0.0.1:4001',
  signInUrl: 'http://localhost:3000/sign-in',
  orgId: 'org',
  sandboxRealmId: '1000000000000001',
  productionRealmId: '1000000000000002',
  clientId: 'svcc_1',
  clientSecret: "svcs_'quoted'",
  redirectUri: 'http://localhost:8000/callback',
  apiKey: 'svca_1',
}

it('prints variables that a shell reads unchanged', () => {
  const script = `${toShellVariables(facts)}printf '%s' "$BASE_URL $REALM_ID $CLIENT_SECRET"`
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(
    `${facts.baseUrl} ${facts.sandboxRealmId} ${facts.clientSecret}`,
  )
})

it('builds the address of the consent page', () => {
  expect(getConsentUrl(facts)).toBe(
    'http://localhost:3000/oauth2/v1/authorize?response_type=code&client_id=svcc_1' +
      '&redirect_uri=http%3A%2F%2Flocalhost%3A8000%2Fcallback&state=1&realm_id=1000000000000001',
  )
})
