import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { parseXml, type XmlElement } from '@bridge/translation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  productionRealmId,
  sandboxRealmId,
  startBridge,
  type TestBridge,
  type TestResponse,
} from '../bridge.fixture.ts'
import phpSdk from '../recorded-clients/php-sdk.json' with { type: 'json' }
import quickbooksRuby from '../recorded-clients/quickbooks-ruby.json' with { type: 'json' }

// The requests of clients that know only XML, in the order in which a program with them sent them. `{{3 Id}}` is the
// text of the first element `Id` of the response to request 3, and `{{3 Id 1}}` the second one's.

interface Step {
  /** Method and path below the realm. */
  readonly request: string
  readonly accept: string
  readonly contentType: string
  /** The lines of the body. */
  readonly body: readonly string[]
  /** What the response must be and contain. */
  readonly status: number
  readonly root: string
  readonly contains: readonly string[]
}

interface Recording {
  readonly client: string
  readonly userAgent: string
  /** The setting of the OAuth client. */
  readonly responseFormat: string
  readonly steps: readonly Step[]
}

const recordings: readonly Recording[] = [phpSdk, quickbooksRuby]

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

const realms = [
  { kind: 'a sandbox', realmId: sandboxRealmId },
  { kind: 'a production realm', realmId: productionRealmId },
]

describe.each(['text', 'numeric'] as const)('with %s IDs and fault codes,', (form) => {
  let bridge: TestBridge
  beforeAll(async () => {
    bridge = await startBridge({ productionDesktop: createFaultyDesktop() })
  })
  afterAll(() => bridge.stop())

  describe.each(recordings.flatMap((recording) => realms.map((realm) => ({ ...recording, ...realm }))))(
    '$client with $kind',
    ({ responseFormat, userAgent, steps, realmId }) => {
      const responses: XmlElement[] = []
      let token = ''
      beforeAll(async () => {
        const prefersXml = responseFormat === 'xml'
        await bridge.database.oAuthClient.updateMany({
          data: { responseFormat: prefersXml ? 'xml' : 'json', ids: form, faultCodes: form },
        })
        token = (await bridge.mintToken(realmId)).token
      })

      it.each(steps.map((step, index) => ({ ...step, index })))(
        '$index: $request gets $root in XML [dp-4.2:9]',
        async ({ request, accept, contentType, body, status, root, contains }) => {
          const [method = '', path = ''] = fill(request, responses, realmId).split(' ')
          const response: TestResponse = await bridge.call(`/v3/company/${realmId}${path}`, {
            method,
            token,
            headers: { accept, 'content-type': contentType, 'user-agent': userAgent },
            ...(body.length > 0 && { text: fill(body.join('\n'), responses, realmId) }),
          })
          const type = response.headers.get('content-type')
          expect([response.status, type]).toEqual([status, 'application/xml;charset=UTF-8'])
          const parsed = parseXml(response.body)
          responses.push(parsed)
          expect(parsed.children[0]?.name).toBe(root)
          for (const text of contains) expect(response.body).toContain(text)
        },
      )
    },
  )
})
