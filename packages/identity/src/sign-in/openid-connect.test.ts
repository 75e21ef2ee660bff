import { expect, it } from 'vitest'
import { createOpenIdConnectProvider } from './openid-connect.ts'

it.each([
  ['Ada\u202E Lovelace\n', 'Ada Lovelace'],
  ['\u200B', null],
  [undefined, null],
])('stores the name %j of a provider as %j', async (name, stored) => {
  const provider = createOpenIdConnectProvider({
    issuer: 'https://id.example',
    clientId: 'client',
    clientSecret: 'secret',
    name: 'Example',
  })
  const claims = { iss: 'https://id.example', sub: 'ada', email: 'ada@example.com', ...(name && { name }) }
  expect(await provider.profile(claims, {})).toMatchObject({ name: stored })
})
