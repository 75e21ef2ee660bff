import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestOAuth } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const origin = 'http://localhost:4000'

describe('the metadata of a protected resource', () => {
  it.each([
    ['/mcp', `${origin}/mcp`],
    ['/mcp/1234567890123456', `${origin}/mcp/1234567890123456`],
  ])('of %s names the resource, its scopes, and who issues its tokens', async (path, resource) => {
    const { app } = createTestOAuth(test.database)
    const response = await app.request(`/.well-known/oauth-protected-resource${path}`)
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        resource,
        resource_name: 'Bridge Service',
        authorization_servers: [origin],
        scopes_supported: ['bridge.read', 'bridge.write', 'bridge.delete'],
        bearer_methods_supported: ['header'],
        resource_documentation: `${origin}/docs`,
      },
    ])
  })

  it.each(['', '/v3', '/mcp/1', '/mcp/12345678901234567', '/mcp/1234567890123456/x'])(
    'does not exist for "%s"',
    async (path) => {
      const { app } = createTestOAuth(test.database)
      expect((await app.request(`/.well-known/oauth-protected-resource${path}`)).status).toBe(404)
    },
  )
})

describe('the metadata of the authorization server', () => {
  it.each(['openid-configuration', 'oauth-authorization-server'])('has what hosts look for at %s', async (path) => {
    const response = await createTestOAuth(test.database).app.request(`/.well-known/${path}`)
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        issuer: origin,
        scopes_supported: expect.arrayContaining(['bridge.read', 'com.intuit.quickbooks.accounting']),
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
      },
    ])
  })
})
