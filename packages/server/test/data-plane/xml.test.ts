import { gzipSync } from 'node:zlib'
import { findEntity, parseXml, readXmlRecord, serializeXml } from '@bridge/translation'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge, type TestRequest } from '../bridge.fixture.ts'
import { type Body, validBodies } from '../valid-bodies.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ config: { restRequestsPerMinute: 1_000_000, sandboxCallsPerDay: 1_000_000 } })
})
afterAll(() => bridge.stop())

const xmlType = 'application/xml;charset=UTF-8'
const asXml = { accept: 'application/xml', 'content-type': 'application/xml' }

function send(path: string, text: TestRequest['text'], headers: Record<string, string> = asXml) {
  return bridge.call(path, {
    ...(text !== undefined && { text }),
    method: text === undefined ? 'GET' : 'POST',
    headers,
  })
}

function toTable(entity: string) {
  const found = findEntity(entity)
  if (found?.kind !== 'built') throw new Error(`There is no ${entity}.`)
  return found.table
}

function joined(elements: readonly string[]): string {
  return elements.join('')
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\x20-\x7e]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Returns the record of a response in XML as JSON. */
function readRecord(entity: string, text: string): Body {
  const record = parseXml(text).children.find(({ name }) => name === entity)
  if (record === undefined) throw new Error(text)
  return readXmlRecord(toTable(entity), record)
}

/** Returns a record as its texts, without what XML does not have: types, empty lists and groups. */
function toTexts(value: Body): Body {
  if (Array.isArray(value)) return value.map(toTexts)
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, member]) => [key, toTexts(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)))
}

function isEmpty(value: Body): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}

it('creates, reads and updates the same record in XML as in JSON, for every entity [dp-4.2:8]', async () => {
  for (const { entity, name, body } of await validBodies(bridge.call)) {
    const path = `/${entity.toLowerCase()}`
    const created = await send(path, serializeXml(entity, body('x')))
    expect([name, created.status, created.headers.get('content-type')]).toEqual([name, 200, xmlType])
    const { Id, SyncToken, ...written } = readRecord(entity, created.body)
    const json = (await bridge.call(`${path}/${Id}`)).body[entity]
    const read = readRecord(entity, (await send(`${path}/${Id}`, undefined)).body)
    expect([name, toTexts(read)]).toEqual([name, toTexts(json)])
    if (!toTable(entity).can.includes('update')) continue
    const updated = await send(path, serializeXml(entity, { ...json, Id, SyncToken, sparse: true }))
    expect([name, updated.status]).toEqual([name, 200])
    const after = readRecord(entity, updated.body)
    expect([name, after.DocNumber, after.TotalAmt, after.Line?.length]).toEqual([
      name,
      written.DocNumber,
      written.TotalAmt,
      written.Line?.length,
    ])
  }
})

describe('a response', () => {
  it('is JSON wherever Accept names JSON [dp-4.2:9]', async () => {
    const headers = { ...asXml, accept: 'application/xml, application/json' }
    const { headers: received, body } = await send(
      '/customer',
      '<Customer><DisplayName>Elm</DisplayName></Customer>',
      headers,
    )
    expect([received.get('content-type'), body.Customer.DisplayName]).toEqual(['application/json;charset=UTF-8', 'Elm'])
  })

  it('is XML for a body in XML with any Accept, also if it is a fault [dp-4.2:9]', async () => {
    const { status, headers, body } = await send('/customer', '<Customer><Nonsense>1</Nonsense></Customer>', {
      ...asXml,
      accept: '*/*',
    })
    expect([status, headers.get('content-type')]).toEqual([422, xmlType])
    expect(body).toContain('<Fault type="ValidationFault"><Error code="UNMAPPED_FIELD" element="Nonsense">')
    expect(body).toContain('<svc code="UNMAPPED_FIELD"')
  })

  it('is in the format that the client prefers where Accept leaves the choice [dp-4.2:9]', async () => {
    const ask = (accept: string, token: string) => {
      const headers = { accept, 'content-type': 'application/text' }
      return bridge.call('/query', { method: 'POST', text: 'select count(*) from Customer', headers, token })
    }
    const { token: inJson } = await bridge.mintToken(sandboxRealmId)
    expect((await ask('*/*', inJson)).body.QueryResponse.totalCount).toBeGreaterThan(0)
    await bridge.database.oAuthClient.updateMany({ data: { responseFormat: 'xml' } })
    const { token: inXml } = await bridge.mintToken(sandboxRealmId)
    expect((await ask('*/*', inXml)).body).toMatch(/<QueryResponse totalCount="\d+"\/>/)
    expect((await ask('application/json', inXml)).body.QueryResponse.totalCount).toBeGreaterThan(0)
    await bridge.database.oAuthClient.updateMany({ data: { responseFormat: 'json' } })
  })

  it('is XML for a rejected token if Accept names XML [dp-7.2:AUTHENTICATION_FAILED]', async () => {
    const { status, body } = await bridge.call('/customer/1', {
      token: 'wrong',
      headers: { accept: 'application/xml' },
    })
    expect([status, body]).toEqual([401, expect.stringContaining('<Error code="AUTHENTICATION_FAILED">')])
  })

  it('of a report is always JSON [dp-4.2:9]', async () => {
    const { headers } = await send('/reports/TrialBalance', undefined)
    expect(headers.get('content-type')).toBe('application/json;charset=UTF-8')
    expect(getFault(await send('/reports/CashFlow', undefined)).code).toBe('REPORT_UNKNOWN')
  })

  it('has the entitlements in the element of QBO', async () => {
    expect((await send('/entitlements', undefined)).body).toMatch(
      /<EntitlementsResponse [^>]*><PlanName>trial<\/PlanName>/,
    )
  })

  it('has the warnings that the same request in JSON has [dp-4.2-warnings.1]', async () => {
    const body = { DisplayName: 'Warned', Source: 'import' }
    const json = await bridge.call('/customer', { json: { ...body, DisplayName: 'Warned in JSON' } })
    const xml = await send('/customer', serializeXml('Customer', body))
    expect(json.headers.get('x-svc-warning')).toContain('Source')
    expect(xml.headers.get('x-svc-warning')).toBe(json.headers.get('x-svc-warning'))
  })
})

describe('a write in XML', () => {
  it('is replayed by its requestid in the format of the repetition [dp-4.2-retries.1]', async () => {
    const xml = '<Customer><DisplayName>Once</DisplayName></Customer>'
    const path = '/customer?requestid=xml-1'
    const first = await send(path, xml)
    expect((await send(path, xml)).body).toBe(first.body)
    const again = await bridge.call(path, { json: { DisplayName: 'Once' }, headers: { accept: 'application/json' } })
    expect(again.body.Customer.Id).toBe(readRecord('Customer', first.body).Id)
  })

  it('clears a field with an empty element and keeps what it omits [dp-4.2.3]', async () => {
    const created = await send(
      '/customer',
      '<Customer><DisplayName>Cleared</DisplayName><Notes>Old</Notes><AcctNum>7</AcctNum></Customer>',
    )
    const { Id, SyncToken } = readRecord('Customer', created.body)
    const fields = `<Id>${Id}</Id><SyncToken>${SyncToken}</SyncToken><Notes/>`
    const updated = await send('/customer', `<Customer sparse="true">${fields}</Customer>`)
    expect(readRecord('Customer', updated.body)).toMatchObject({ AcctNum: '7' })
    expect(updated.body).not.toContain('<Notes>')
  })

  it('may be gzipped and begin with a byte order mark', async () => {
    const packed = new Uint8Array(gzipSync('\ufeff<Customer><DisplayName>Packed</DisplayName></Customer>'))
    const { status, body } = await send('/customer', packed, { ...asXml, 'content-encoding': 'gzip' })
    expect([status, body]).toEqual([200, expect.stringContaining('<DisplayName>Packed</DisplayName>')])
  })

  it('names the field of a fault as JSON does [dp-7.3:2010]', async () => {
    const { body } = await send('/invoice', '<Invoice><CustomerRef>1</CustomerRef><TxnDate>soon</TxnDate></Invoice>')
    expect(body).toContain('code="2010" element="TxnDate"')
  })
})

it('responds to any XML with a record or a documented fault', async () => {
  const text = fc.oneof(fc.constantFrom('', '1', '-0.5', 'true', 'A', '80000001-1', ' x '), fc.string())
  const name = fc.constantFrom(
    'Id',
    'SyncToken',
    'DisplayName',
    'Active',
    'BillAddr',
    'Line',
    'CustomerRef',
    'TotalAmt',
  )
  const { element } = fc.letrec<{ element: string }>((tie) => ({
    element: fc
      .tuple(name, fc.oneof({ depthSize: 'small' }, text.map(escapeText), fc.array(tie('element')).map(joined)))
      .map(([tag, content]) => `<${tag}>${content}</${tag}>`),
  }))
  const paths = ['customer', 'invoice', 'payment', 'invoice?operation=delete', 'customer?operation=update']
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.array(element), async (path, elements) => {
      const root = path.startsWith('invoice') ? 'Invoice' : path === 'payment' ? 'Payment' : 'Customer'
      const response = await send(`/${path}`, `<${root}>${joined(elements)}</${root}>`)
      expect([200, 400, 422]).toContain(response.status)
      expect(parseXml(response.body).children[0]?.name).toBe(response.status === 200 ? root : 'Fault')
    }),
    { numRuns: 150 },
  )
})

describe('a batch in XML', () => {
  it('runs queries and writes, and fails items one by one [dp-4.4.1]', async () => {
    const customer = (name: string) => `<Customer><DisplayName>${name}</DisplayName></Customer>`
    const { status, body } = await send(
      '/batch',
      `<IntuitBatchRequest xmlns="http://schema.intuit.com/finance/v3">
        <BatchItemRequest bId="1"><Query>select count(*) from Customer</Query></BatchItemRequest>
        <BatchItemRequest bId="2" operation="create">${customer('Batched')}</BatchItemRequest>
        <BatchItemRequest bId="3" operation="create">${customer('Batched')}</BatchItemRequest>
        <BatchItemRequest bId="4" operation="create"><Budget><Name>Plan</Name></Budget></BatchItemRequest>
        <BatchItemRequest bId="5" operation="update" optionsData="print"><Customer><Id>1</Id></Customer></BatchItemRequest>
      </IntuitBatchRequest>`,
    )
    expect(status).toBe(200)
    const slots = parseXml(body).children
    expect(slots.map(({ name, attributes, children }) => [name, attributes[0]?.[1], children[0]?.name])).toEqual([
      ['BatchItemResponse', '1', 'QueryResponse'],
      ['BatchItemResponse', '2', 'Customer'],
      ['BatchItemResponse', '3', 'Fault'],
      ['BatchItemResponse', '4', 'Fault'],
      ['BatchItemResponse', '5', 'Fault'],
    ])
    expect(body).toContain('code="6240"')
    expect(body).toContain('code="UNSUPPORTED_BY_DESKTOP"')
    expect(body).toContain('code="BATCH_UNSUPPORTED_OPTION"')
  })

  it.each([
    ['two payloads', '<BatchItemRequest bId="1" operation="create"><Customer/><Vendor/></BatchItemRequest>'],
    [
      'two payloads of one entity',
      '<BatchItemRequest bId="1" operation="create"><Customer/><Customer/></BatchItemRequest>',
    ],
    ['no bId', '<BatchItemRequest><Query>select * from Class</Query></BatchItemRequest>'],
  ])('rejects an item with %s [dp-7.2:BATCH_INVALID_REQUEST]', async (_what, item) => {
    const { status, body } = await send('/batch', `<IntuitBatchRequest>${item}</IntuitBatchRequest>`)
    expect([status, body]).toEqual([400, expect.stringContaining('code="BATCH_INVALID_REQUEST"')])
  })
})

describe('a body that is not XML of the request', () => {
  const customer = '<Customer><DisplayName>Bad</DisplayName></Customer>'

  it.each<[string, string, TestRequest['text'], Record<string, string>?]>([
    ['a document type', '/customer', `<!DOCTYPE Customer>${customer}`],
    [
      'an external entity',
      '/customer',
      `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><Customer>&e;</Customer>`,
    ],
    ['100 levels', '/customer', `<Customer>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Customer>`],
    ['10 MB', '/customer', `<Customer><Notes>${'x'.repeat(10_000_000)}</Notes></Customer>`],
    ['the record of another entity', '/vendor', customer],
    ['a single record instead of a batch', '/batch', customer],
    ['UTF-16', '/customer', new Uint8Array(Buffer.from(`\ufeff${customer}`, 'utf16le'))],
    ['another namespace', '/customer', customer.replace('<Customer>', '<Customer xmlns="urn:other">')],
    ['an open element', '/customer', '<Customer><DisplayName>Bad'],
    ['a field that appears twice', '/customer', '<Customer><Id>1</Id><Id>2</Id></Customer>'],
    ['plain text', '/customer', 'DisplayName=Bad'],
    ['XML that is called JSON', '/customer', customer, { 'content-type': 'application/json' }],
    ['XML that is called text', '/customer', customer, { 'content-type': 'text/plain' }],
  ])('is BAD_REQUEST: %s [dp-7.2:BAD_REQUEST]', async (_what, path, text, headers) => {
    const response = await send(path, text, { ...asXml, accept: 'application/json', ...headers })
    expect(getFault(response)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})
