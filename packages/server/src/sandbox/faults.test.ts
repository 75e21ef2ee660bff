import { branch, childText, leaf, parseMessageSetResponse, printMessageSet } from '@bridge/translation/qbxml'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultOf, sandboxRealmId, startBridge, type TestBridge } from '../../test/bridge.fixture.ts'
import { faultsOf, type SandboxFaults, sandboxFaults, switchesOf } from './faults.ts'
import { createSandboxDesktop } from './sandbox-desktop.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
})
afterAll(() => bridge.stop())

/** Another server's company files. */
function elsewhere() {
  return createSandboxDesktop({ ...bridge, random: () => 0.5 })
}
function ask(faults: Partial<SandboxFaults>) {
  return elsewhere().setFaults(sandboxRealmId, sandboxFaults.parse(faults))
}
function create(DisplayName: string, requestId = DisplayName) {
  return bridge.call(`/customer?requestid=${requestId}`, { json: { DisplayName } })
}
async function countOf(name: string) {
  const text = encodeURIComponent(`select count(*) from Customer where DisplayName = '${name}'`)
  return (await bridge.call(`/query?query=${text}`)).body.QueryResponse.totalCount
}

beforeEach(() => ask({}))

describe('a sandbox that is asked to fail', () => {
  it.each<[Partial<SandboxFaults>, number, string]>([
    [{ applicationClosed: true }, 503, 'APP_NOT_OPEN'],
    [{ companyFileClosed: true }, 502, 'AGENT_EXECUTION_ERROR'],
    [{ wrongFile: true }, 502, 'AGENT_EXECUTION_ERROR'],
    [{ dialogOpen: true }, 502, 'AGENT_EXECUTION_ERROR'],
  ])('with %o answers %i %s until the fault is off', async (faults, status, code) => {
    await ask(faults)
    expect(faultOf(await bridge.call('/preferences'))).toEqual({ status, code })
    expect(faultOf(await bridge.call('/preferences'))).toEqual({ status, code })
    await ask({})
    expect((await bridge.call('/preferences')).status).toBe(200)
  })

  it('loses an answer: the write is there, and a requestid finds it', async () => {
    await ask({ lostAnswers: 1 })
    const lost = await bridge.call('/customer', { json: { DisplayName: 'Lost-answer' } })
    expect(faultOf(lost)).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
    expect(await countOf('Lost-answer')).toBe(1)
    // The write's own answer, and that to the question what became of it.
    await ask({ lostAnswers: 2 })
    expect((await create('Found-again')).status).toBe(504)
    expect((await create('Found-again')).body.Customer.DisplayName).toBe('Found-again')
    expect(await countOf('Found-again')).toBe(1)
  })

  it('loses a request: nothing was written, which its repetition makes good', async () => {
    await ask({ lostRequests: 1 })
    expect(faultOf(await create('Lost-request'))).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
    expect(await countOf('Lost-request')).toBe(0)
    expect((await create('Lost-request')).status).toBe(200)
    expect(await countOf('Lost-request')).toBe(1)
  })

  it('meets a lock, and warns', async () => {
    await ask({ warnings: 1, warningStatus: 550 })
    const warned = await create('Warned')
    expect([warned.status, warned.headers.get('x-svc-warning')]).toEqual([200, expect.stringContaining('550')])
    expect((await create('Plain')).headers.has('x-svc-warning')).toBe(false)
    await ask({ transientLocks: 5, transientLockStatus: 3180 })
    expect((await create('Locked')).body.Fault.Error[0].code).toBe('3180')
    await ask({})
    expect((await create('Locked')).status).toBe(200)
  })

  it('prints times an hour off in summer, and the answers are right all the same', async () => {
    await ask({ summerTimeOffset: true })
    const { Customer } = (await create('Summer')).body
    const query = branch('CustomerQueryRq', [leaf('ListID', Customer.Id)])
    const text = printMessageSet({ requests: [query], onError: 'stopOnError' })
    const result = await elsewhere().exchange(sandboxRealmId, text, { kind: 'read' })
    const record = result.sent && !result.lost && parseMessageSetResponse(result.answer).responses[0]?.elements[0]
    const printed = record ? childText(record, 'TimeCreated') : undefined
    expect(Date.parse(printed ?? '') - Date.parse(Customer.MetaData.CreateTime)).toBe(3_600_000)
  })

  it('counts down once for all servers, and tells what is left', async () => {
    await ask({ lostRequests: 2 })
    expect((await bridge.call('/preferences')).status).toBe(504)
    expect((await elsewhere().faults(sandboxRealmId)).lostRequests).toBe(1)
    expect((await bridge.call('/preferences')).status).toBe(504)
    expect((await bridge.call('/preferences')).status).toBe(200)
  })
})

it('has a switch for every fault', () => {
  const all: SandboxFaults = {
    applicationClosed: true,
    companyFileClosed: true,
    wrongFile: true,
    dialogOpen: true,
    lostRequests: 1,
    lostAnswers: 2,
    transientLocks: 3,
    transientLockStatus: 3170,
    warnings: 4,
    warningStatus: 560,
    answerDelayMs: 5,
    summerTimeOffset: true,
  }
  expect(faultsOf(switchesOf(all))).toEqual(all)
  expect(switchesOf(sandboxFaults.parse({}))).toEqual({})
})
