import { parseXml, type XmlElement } from '@bridge/translation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  productionRealmId,
  sandboxRealmId,
  startBridge,
  type TestBridge,
  type TestResponse,
} from '../../test/bridge.fixture.ts'
import { createFaultyDesktop } from '../../test/faulty-desktop.fixture.ts'
import recording from '../../test/php-sdk-requests.json' with { type: 'json' }

// The requests of Intuit's PHP SDK, in the order in which a program with it sent them. `{{3 Id}}` is the text of the
// first element `Id` of the response to request 3, and `{{3 Id 1}}` that of the second.

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: createFaultyDesktop() })
  await bridge.database.oAuthClient.updateMany({ data: { responseFormat: 'xml' } })
})
afterAll(() => bridge.stop())

const since = '2026-03-01T00:00:00Z'

/** Replaces the placeholders of a recorded text by what the earlier responses have. */
function fill(text: string, responses: readonly XmlElement[], realmId: string): string {
  return text
    .replaceAll('{{realm}}', realmId)
    .replaceAll('{{since}}', since)
    .replaceAll(/\{\{(\d+) (\w+)(?: (\d+))?\}\}/g, (placeholder, index, name, ordinal = '0') => {
      const found = responses[Number(index)] && listTexts(responses[Number(index)] as XmlElement, name)
      const value = found?.[Number(ordinal)]
      if (value === undefined) throw new Error(`The responses have no value for ${placeholder}.`)
      return value
    })
}

function listTexts({ name, text, children }: XmlElement, wanted: string): readonly string[] {
  if (children.length === 0) return name === wanted ? [text] : []
  return children.flatMap((child) => listTexts(child, wanted))
}

describe.each([
  ['a sandbox', sandboxRealmId],
  ['a production realm', productionRealmId],
])('Intuit’s PHP SDK with %s', (_kind, realmId) => {
  const responses: XmlElement[] = []

  it.each(recording.steps.map((step, index) => ({ ...step, index })))(
    '$index: $request gets $root in XML [dp-1.1]',
    async ({ request, accept, contentType, body, status, root, contains }) => {
      const [method = '', path = ''] = fill(request, responses, realmId).split(' ')
      const response: TestResponse = await bridge.call(`/v3/company/${realmId}${path}`, {
        method,
        token: realmId === sandboxRealmId ? bridge.sandboxToken : bridge.productionToken,
        headers: { accept, 'content-type': contentType, 'user-agent': recording.userAgent },
        ...(body.length > 0 && { text: fill(body.join('\n'), responses, realmId) }),
      })
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/xml;charset=UTF-8'])
      const parsed = parseXml(response.body)
      responses.push(parsed)
      expect(parsed.children[0]?.name).toBe(root)
      for (const text of contains) expect(response.body).toContain(text)
    },
  )
})
