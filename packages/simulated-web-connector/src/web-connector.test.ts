import { describe, expect, it } from 'vitest'
import { application, companyFile, messageSet, type Script, setup } from '../test/scripted-service.fixture.ts'
import type { Operation } from './calls.ts'
import { simulateQuickBooks } from './simulated-quickbooks.ts'
import { createUpdateLock } from './update-lock.ts'
import { createWebConnector } from './web-connector.ts'

const customers = messageSet('<CustomerQueryRq requestID="1"><MaxReturned>1</MaxReturned></CustomerQueryRq>')
const login: readonly Operation[] = ['serverVersion', 'clientVersion', 'authenticate']

/** Returns a script returning each result once, in order, for an operation's calls. */
function inOrder(results: Partial<Record<Operation, readonly (string | number | readonly string[])[]>>): Script {
  const left = Object.fromEntries(Object.entries(results).map(([operation, values]) => [operation, [...values]]))
  return ({ operation }) => left[operation]?.shift()
}

describe('An update', () => {
  it('exchanges message sets until the service says 100', async () => {
    const { connector, received } = setup(
      inOrder({ sendRequestXML: [customers, customers], receiveResponseXML: [50, 100] }),
    )
    expect(await connector.update()).toEqual({
      end: 'done',
      status: 'OK',
      messageSets: 2,
      calls: [
        ...login,
        'sendRequestXML',
        'receiveResponseXML',
        'sendRequestXML',
        'receiveResponseXML',
        'closeConnection',
      ],
    })
    const [first, second] = received.filter(({ operation }) => operation === 'sendRequestXML')
    expect(first?.values).toMatchObject({
      ticket: 'ticket-1',
      strCompanyFileName: companyFile,
      qbXMLCountry: 'US',
      qbXMLMajorVers: '16',
      qbXMLMinorVers: '0',
      strHCPResponse: expect.stringContaining('<HostQueryRs requestID="0" statusCode="0"'),
    })
    expect(second?.values.strHCPResponse).toBe('')
    const response = received.find(({ operation }) => operation === 'receiveResponseXML')?.values
    expect(response).toMatchObject({ ticket: 'ticket-1', hresult: '', message: '' })
    expect(response?.response).toMatch(/^<\?xml version="1.0" \?>\s*<QBXML>[\s\S]*<CustomerQueryRs requestID="1"/)
  })

  it('proves with the FileID which company file is open', async () => {
    const { connector, received } = setup()
    await connector.update()
    const { strHCPResponse = '' } = received.find(({ operation }) => operation === 'sendRequestXML')?.values ?? {}
    expect(
      strHCPResponse.match(/<DataExtRet>[\s\S]*?<\/DataExtRet>/g)?.map((each) => each.replace(/\s*\n\s*/g, '')),
    ).toEqual([
      expect.stringContaining(
        `<DataExtName>FileID</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>${application.fileId}</DataExtValue>`,
      ),
      expect.stringMatching(/<DataExtName>AppLock<[\s\S]*<DataExtValue>LOCKED:OFFICE-PC:\d{18}</),
    ])
  })

  it('reports the FileID of another file of the same application', async () => {
    const first = setup()
    await first.connector.update()
    const second = setup(undefined, {
      application: { ...application, fileId: '{0C5AF0B1-0000-4000-8000-00000000FFFF}' },
      quickBooks: simulateQuickBooks({ company: first.company, companyFile, clock: () => new Date(0) }),
    })
    await second.connector.update()
    const hcp = second.received.find(({ operation }) => operation === 'sendRequestXML')?.values.strHCPResponse
    expect(hcp).toContain(application.fileId)
    expect(hcp).not.toContain('FFFF')
  })

  it.each([
    ['none', 'no-work'],
    ['NONE', 'no-work'],
    ['nvu', 'invalid-user'],
    ['busy', 'busy'],
  ])('ends without a session after %s', async (word, end) => {
    const { connector, received } = setup(inOrder({ authenticate: [['ticket-1', word]] }))
    expect(await connector.update()).toMatchObject({ end, messageSets: 0, calls: [...login, 'closeConnection'] })
    expect(received.at(-1)?.values).toEqual({ ticket: 'ticket-1' })
    const other = setup(inOrder({ authenticate: [['', word]] }), { closesWithoutWork: false })
    expect(await other.connector.update()).toMatchObject({ end, calls: login })
  })

  it('is postponed by the third element, even with work', async () => {
    const { connector } = setup(inOrder({ authenticate: [['ticket-1', '', '60', '300']] }))
    expect(await connector.update()).toMatchObject({ end: 'postponed', postponedSeconds: 60, intervalSecondsMin: 300 })
  })

  it('pauses five seconds while there is no work, and asks again', async () => {
    const { connector, pauses } = setup(
      inOrder({ sendRequestXML: ['', 'NoOp', customers], getLastError: ['NoOp', 'NoOp'] }),
    )
    expect(await connector.update()).toMatchObject({ end: 'done', messageSets: 1 })
    expect(pauses).toEqual([5_000, 5_000])
  })

  it('fails if there is no work and no NoOp', async () => {
    const { connector } = setup(inOrder({ sendRequestXML: [''], getLastError: ['The session has expired.'] }))
    expect(await connector.update()).toMatchObject({
      end: 'failed',
      code: 'QBWC1031',
      status: 'The session has expired.',
      calls: [...login, 'sendRequestXML', 'getLastError', 'closeConnection'],
    })
  })

  it('fails after a negative number', async () => {
    const { connector } = setup(inOrder({ sendRequestXML: [customers], receiveResponseXML: [-101] }))
    expect(await connector.update()).toMatchObject({
      end: 'failed',
      code: 'QBWC1031',
      status: 'No work',
      calls: [...login, 'sendRequestXML', 'receiveResponseXML', 'getLastError', 'closeConnection'],
    })
  })

  it('reports the error of the request processor without a response', async () => {
    const { connector, received } = setup(inOrder({ sendRequestXML: [messageSet('<NoSuchRq requestID="1"/>')] }))
    await connector.update()
    expect(received.find(({ operation }) => operation === 'receiveResponseXML')?.values).toEqual({
      ticket: 'ticket-1',
      response: '',
      hresult: expect.stringMatching(/^0x800/),
      message: expect.stringMatching(/./),
    })
  })

  it('never hands QuickBooks a text that is not XML', async () => {
    const { connector } = setup(inOrder({ sendRequestXML: ['<QBXML><open>'] }))
    expect(await connector.update()).toMatchObject({ end: 'failed', code: 'QBWC1042', messageSets: 0 })
  })

  it('reports that there is no session, with each company file that the service names', async () => {
    const { connector, company, received } = setup(inOrder({ connectionError: ['D:\\Other.QBW', 'DONE'] }))
    company.switches.companyFileClosed = true
    expect(await connector.update()).toMatchObject({
      end: 'no-session',
      calls: [...login, 'connectionError', 'connectionError', 'closeConnection'],
    })
    const errors = received.filter(({ operation }) => operation === 'connectionError')
    expect(errors.map(({ values }) => values.hresult)).toEqual(['0x80040417', '0x8004040A'])
  })

  it('opens the company file that authenticate names', async () => {
    const { connector } = setup(inOrder({ authenticate: [['ticket-1', companyFile]], sendRequestXML: [customers] }))
    expect(await connector.update()).toMatchObject({ end: 'done' })
  })

  it.each([
    ['E:Too old', 'Too old'],
    ['O:2.3', '2.3'],
  ])('ends if the service refuses the version: %s', async (result, status) => {
    const { connector } = setup(inOrder({ clientVersion: [result] }))
    expect(await connector.update()).toMatchObject({ end: 'version-refused', status, calls: login.slice(0, 2) })
  })

  it('continues after a warning, and without serverVersion and clientVersion', async () => {
    const warned = setup(inOrder({ clientVersion: ['W:Old'], sendRequestXML: [customers] }))
    expect(await warned.connector.update()).toMatchObject({ end: 'done' })
    const missing = setup(({ operation }) =>
      operation.endsWith('Version')
        ? { status: 500, body: 'x' }
        : operation === 'sendRequestXML'
          ? customers
          : undefined,
    )
    expect(await missing.connector.update()).toMatchObject({ end: 'done' })
  })

  it.each([
    ['authenticate', { status: 404, body: '<html/>' }, 'QBWC1012'],
    ['authenticate', ['only one'], 'QBWC1012'],
    ['sendRequestXML', { status: 502, body: '' }, 'QBWC1042'],
    ['receiveResponseXML', 'done', 'QBWC1042'],
  ] as const)('fails at %s after %j', async (operation, result, code) => {
    const { connector } = setup((call) => {
      if (call.operation === operation) return result
      return call.operation === 'sendRequestXML' ? customers : undefined
    })
    const ended = await connector.update()
    expect(ended).toMatchObject({ end: 'failed', code })
    expect(ended.calls.at(-1)).toBe(operation)
  })

  it('fails if a response does not arrive within 100 seconds', async () => {
    const timeouts: number[] = []
    const quiet = createWebConnector({
      application,
      password: 'secret',
      quickBooks: { beginSession: () => Promise.reject(new Error('There is no session to open.')) },
      transport: {
        post: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
      createTimeout: (ms) => {
        timeouts.push(ms)
        const timeout = new AbortController()
        queueMicrotask(() => timeout.abort())
        return timeout.signal
      },
    })
    expect(await quiet.update()).toMatchObject({ end: 'failed', code: 'QBWC1012', calls: login })
    expect(timeouts).toEqual([100_000, 100_000, 100_000])
  })
})

describe('The Web Connector', () => {
  it('runs one update of a machine at a time', async () => {
    const updateLock = createUpdateLock()
    const [first, second] = [setup(undefined, { updateLock }), setup(undefined, { updateLock })]
    const running = first.connector.update()
    expect(await second.connector.update()).toMatchObject({ end: 'locked', calls: [] })
    await running
    expect(await second.connector.update()).toMatchObject({ end: 'failed' })
  })

  it('can be killed before and after each call, and sends nothing after that', async () => {
    const results = { sendRequestXML: [customers], receiveResponseXML: [100] }
    const { calls } = await setup(inOrder(results)).connector.update()
    for (const [index] of calls.entries()) {
      for (const phase of ['before', 'after'] as const) {
        const test = setup(inOrder(results), {
          onCall: (moment) => {
            if (moment.index === index && moment.phase === phase) test.connector.kill()
          },
        })
        const ended = await test.connector.update()
        expect(ended).toMatchObject({ end: 'killed', calls: calls.slice(0, phase === 'before' ? index : index + 1) })
        expect(test.received.map(({ operation }) => operation)).toEqual(ended.calls)
      }
    }
  })

  it('runs updates by the interval of its file, which the service can raise', async () => {
    const updates: unknown[] = []
    const { connector, pauses } = setup(
      inOrder({
        authenticate: [
          ['1', 'none'],
          ['2', 'none', '40'],
          ['3', 'none', '', '60'],
          ['4', 'none'],
        ],
      }),
    )
    await connector.runScheduled((result) => {
      updates.push(result.end)
      if (updates.length === 4) connector.kill()
    })
    expect(updates).toEqual(['no-work', 'no-work', 'no-work', 'no-work'])
    expect(pauses).toEqual([15_000, 40_000, 60_000, 60_000])
  })
})
