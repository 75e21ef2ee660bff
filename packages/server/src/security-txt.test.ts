import { expect, it } from 'vitest'
import { startBridge } from '../test/bridge.fixture.ts'

async function fetchFile(settings: { readonly securityContact?: string }) {
  const bridge = await startBridge({
    config: settings,
    sandboxBooks: 'empty',
    clock: () => new Date('2027-03-01T09:30:00Z'),
  })
  const response = await bridge.app.request('/.well-known/security.txt')
  const file = {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
  await bridge.stop()
  return file
}

it('names the deployment’s contact, for 90 days from now', async () => {
  const { status, type, text } = await fetchFile({ securityContact: 'mailto:security@bridge.example' })
  expect([status, type?.toLowerCase()]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@bridge.example',
    'Expires: 2027-05-30T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://bridge.test/.well-known/security.txt',
    '',
  ])
})

it('is absent without a contact', async () => {
  expect((await fetchFile({})).status).toBe(404)
})
