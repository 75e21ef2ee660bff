import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge()
  for (const DisplayName of ["O'Brien & Sons", 'Zebra One', 'Zebra Two', 'Zebra Three', 'Blank & Sons']) {
    await bridge.call('/customer', { json: { DisplayName } })
  }
})
afterAll(() => bridge.stop())

function query(text: string) {
  return bridge.call(`/query?query=${encodeURIComponent(text)}&minorversion=75&format=json`)
}
// biome-ignore lint/suspicious/noExplicitAny: records of a response
function getNames({ body }: any): string[] {
  return body.QueryResponse.Customer.map((customer: { DisplayName: string }) => customer.DisplayName)
}

it('returns records, their start position and their number [dp-2.4:1]', async () => {
  const response = await query("select * from customer where DisplayName like 'Zebra%' orderby DisplayName")
  expect(getNames(response)).toEqual(['Zebra One', 'Zebra Three', 'Zebra Two'])
  expect(response.body).toEqual({
    QueryResponse: { Customer: expect.any(Array), startPosition: 1, maxResults: 3 },
    time: expect.stringMatching(/\+00:00$/),
  })
})

it('finds a name with an apostrophe, escaped with a backslash', async () => {
  expect(getNames(await query(String.raw`select * from customer where DisplayName = 'O\'Brien & Sons'`))).toEqual([
    "O'Brien & Sons",
  ])
})

it.each(["= ' Blank & Sons '", "LIKE '%k & sons '", "LIKE ' blank%'", "IN (' blank & sons', 'Nobody')"])(
  'finds a name by a text with surrounding blanks: %s [dp-4.3.7]',
  async (condition) => {
    expect(getNames(await query(`select DisplayName from Customer where DisplayName ${condition}`))).toEqual([
      'Blank & Sons',
    ])
  },
)

it('pages until a page is not full', async () => {
  const text = "select * from customer where DisplayName like 'Zebra%' orderby DisplayName startposition"
  expect(getNames(await query(`${text} 1 maxresults 2`))).toEqual(['Zebra One', 'Zebra Three'])
  const last = await query(`${text} 3 maxresults 2`)
  expect(last.body.QueryResponse).toMatchObject({ startPosition: 3, maxResults: 1 })
})

it('counts records, and returns an empty object for no records [dp-2.4:1]', async () => {
  const counted = await query(
    "select count(*) from customer where DisplayName like 'Zebra%' startposition 1 maxresults 1",
  )
  expect(counted.body.QueryResponse).toEqual({ totalCount: 3 })
  expect((await query("select * from customer where DisplayName = 'Nobody'")).body.QueryResponse).toEqual({})
})

it.each(['application/text', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'application/json'])(
  'accepts the query as the body of a POST with content type %s [dp-4.2:6]',
  async (type) => {
    const response = await bridge.call('/query?minorversion=75', {
      text: "select DisplayName from Customer where DisplayName = 'Zebra One'",
      headers: { 'content-type': type },
    })
    expect(response.body.QueryResponse.Customer).toEqual([{ DisplayName: 'Zebra One' }])
  },
)

it('reads a query that is posted as text in Latin-1, as Python sends it [dp-4.2:6]', async () => {
  await bridge.call('/customer', { json: { DisplayName: 'Zoë Müller' } })
  const response = await bridge.call('/query?minorversion=75', {
    text: Buffer.from("select DisplayName from Customer where DisplayName = 'Zoë Müller'", 'latin1'),
    headers: { 'content-type': 'application/text' },
  })
  expect(response.body.QueryResponse.Customer).toEqual([{ DisplayName: 'Zoë Müller' }])
})

it.each([
  ['[dp-7.3:4000]', "select * from Customer where DisplayName = 'a' or DisplayName = 'b'", 400, '4000'],
  ['[dp-7.3:4000]', 'select * from Customer where Nonsense = 1', 400, '4000'],
  ['[dp-7.3:4000]', 'select * Customer', 400, '4000'],
  ['[dp-7.2:QUERY_PARSER_ERROR]', ' ', 400, 'QUERY_PARSER_ERROR'],
  ['[dp-7.2:NOT_FOUND]', 'select * from RecurringTransaction', 404, 'NOT_FOUND'],
  ['[dp-7.1:UNSUPPORTED_BY_DESKTOP]', 'select * from Attachable', 422, 'UNSUPPORTED_BY_DESKTOP'],
])('%s rejects %s', async (_rule, text, status, code) => {
  expect(getFault(await query(text))).toMatchObject({ status, code })
})

it('returns the plan of a query on request', async () => {
  const text = encodeURIComponent("select Id from Customer where CompanyName = 'Nobody'")
  const { headers } = await bridge.call(`/query?query=${text}&explain=1`)
  expect(headers.get('x-svc-plan')).toMatch(
    /^records fetched: \d+; message sets: 1; filtered by the service: CompanyName =; sent to QuickBooks/,
  )
  expect((await bridge.call(`/query?query=${text}`)).headers.has('x-svc-plan')).toBe(false)
})
