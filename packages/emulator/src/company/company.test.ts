import { child, childText, isTransientStatus } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  messageSet,
  only,
  openTestCompany,
  parseResponse,
  sendRequests,
  sendXml,
  testStart,
} from '../../test/company.fixture.ts'
import type { Switches } from '../host/switches.ts'
import type { CompanyStorage } from '../storage/company-storage.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import { openCompany } from './company.ts'

function add(name: string) {
  return `<CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`
}
async function names(company: ReturnType<typeof openTestCompany>['company']) {
  return (await sendXml(company, '<CustomerQueryRq/>')).elements.map((each) => childText(each, 'Name'))
}

describe('a message set', () => {
  it.each([
    ['text that is no XML', 'hello'],
    ['an element that is not closed', messageSet('<CustomerQueryRq>')],
    ['a document type', `<!DOCTYPE x [<!ENTITY e "x">]>${messageSet('')}`],
    ['an unknown request', messageSet('<CustomerFrobRq/>')],
    ['an unknown element', messageSet(`${add('A')}<CustomerQueryRq><Nonsense/></CustomerQueryRq>`)],
    [
      'elements in the wrong order',
      messageSet('<CustomerAddRq><CustomerAdd><Phone>1</Phone><Name>A</Name></CustomerAdd></CustomerAddRq>'),
    ],
    ['a missing onError', messageSet(add('A'), '')],
    ['rollbackOnError', messageSet(add('A'), 'onError="rollbackOnError"')],
  ])('fails as a whole and changes nothing with %s', async (_what, text) => {
    const { company } = openTestCompany()
    expect(await company.exchange(text)).toEqual({
      sent: false,
      reason: 'execution-error',
      error: {
        hresult: '0x80040400',
        message: 'QuickBooks found an error when parsing the provided XML text stream.',
      },
    })
    expect(await names(company)).toEqual([])
  })

  it('a message set is rejected when the host does not support its version', async () => {
    const text = messageSet('').replace('13.0', '99.0')
    expect(await openTestCompany().company.exchange(text)).toMatchObject({
      sent: false,
      error: { hresult: '0x80040423' },
    })
  })

  it('skips the requests after a failed one with stopOnError', async () => {
    const { company } = openTestCompany()
    const text = messageSet(add('A') + add('A') + add('B'))
    const result = parseResponse(await company.exchange(text))
    expect(result.responses.map(({ statusCode }) => statusCode)).toEqual([0, 3100, 3231])
    expect(result.responses[2]?.statusMessage).toBe('The request has not been processed.')
    expect(await names(company)).toEqual(['A'])
  })

  it('continues after a failed request with continueOnError', async () => {
    const { company } = openTestCompany()
    const text = messageSet(add('A') + add('A') + add('B'), 'onError="continueOnError"')
    const result = parseResponse(await company.exchange(text))
    expect(result.responses.map(({ statusCode }) => statusCode)).toEqual([0, 3100, 0])
    expect(await names(company)).toEqual(['A', 'B'])
  })

  it('returns each requestID and rejects one that is too long', async () => {
    const { company } = openTestCompany()
    const query = (id: string) => `<HostQueryRq requestID="${id}"/>`
    const result = parseResponse(await company.exchange(messageSet(query('7') + query('x'.repeat(51)))))
    expect(result.responses.map(({ requestId }) => requestId)).toEqual(['7', 'x'.repeat(51)])
    expect(result.responses.map(({ statusCode }) => statusCode)).toEqual([0, 1060])
    expect(result.responses[1]?.statusMessage).toBe(
      `The request ID "${'x'.repeat(51)}" is invalid, possibly too long. (The maximum is 50 characters.)`,
    )
  })

  it('keeps escaped and non-ASCII text', async () => {
    const { company } = openTestCompany()
    const name = `O'Neil & "Søn" <é> €`
    const result = await sendRequests(company, [
      {
        name: 'CustomerAddRq',
        text: '',
        children: [{ name: 'CustomerAdd', text: '', children: [{ name: 'Name', text: name, children: [] }] }],
      },
    ])
    expect(result.responses[0]?.elements[0] && childText(result.responses[0].elements[0], 'Name')).toBe(name)
  })

  it('a message set is rejected if it contains a request that is not emulated', async () => {
    const { company } = openTestCompany()
    expect(
      await company.exchange(
        messageSet(
          `${add('A')}<DataExtDefDelRq><OwnerID>0</OwnerID><DataExtName>Color</DataExtName></DataExtDefDelRq>`,
        ),
      ),
    ).toEqual({
      sent: false,
      reason: 'unsupported',
      request: 'DataExtDefDelRq',
    })
    expect(await names(company)).toEqual([])
  })
})

it('pauses between the queries of a message set, and not between its writes', async () => {
  let pauses = 0
  const storage: CompanyStorage = { ...memoryStorage(), isCurrent: async () => true }
  const { company } = openTestCompany({
    storage,
    pause: async () => {
      pauses += 1
    },
  })
  await company.exchange(messageSet(add('A') + add('B') + add('C')))
  expect(pauses).toBe(0)
  const result = parseResponse(await company.exchange(messageSet('<CustomerQueryRq/>'.repeat(4))))
  expect([result.responses.length, pauses]).toEqual([4, 3])
})

describe('the record limit', () => {
  it('rejects an Add above it and stores nothing of the message set', async () => {
    const { company } = openTestCompany()
    const maxRecords = (await company.recordCount()) + 1
    const limited = openTestCompany({ limits: { maxRecords } }).company
    expect(await limited.exchange(messageSet(add('A') + add('B')))).toEqual({
      sent: false,
      reason: 'record-limit',
      maxRecords,
    })
    expect(await names(limited)).toEqual([])
    expect(await names(limited)).toEqual([])
    await sendXml(limited, add('A'))
    expect(await limited.exchange(messageSet(add('B')))).toMatchObject({ sent: false, reason: 'record-limit' })
  })
})

describe('the host', () => {
  it.each<[string, Partial<Switches>]>([
    ['0x80040416', { applicationClosed: true }],
    ['0x80040424', { applicationStarting: true }],
    ['0x80040417', { companyFileClosed: true }],
    ['0x8004040A', { wrongFile: true }],
    ['0x80040418', { unauthorized: true }],
    ['0x80040414', { dialogOpen: true }],
  ])('fails with %s and does nothing with %o', async (hresult, switches) => {
    const { company } = openTestCompany()
    Object.assign(company.switches, switches)
    expect(await company.exchange(messageSet(add('A')))).toMatchObject({ sent: false, error: { hresult } })
    Object.assign(company.switches, openTestCompany().company.switches)
    expect(await names(company)).toEqual([])
  })

  it('loses a response after the request was carried out', async () => {
    const { company } = openTestCompany({ switches: { lostAnswers: 1 } })
    expect(await company.exchange(messageSet(add('A')))).toMatchObject({
      sent: true,
      lost: true,
      error: { hresult: '0x800706BE' },
    })
    expect(await names(company)).toEqual(['A'])
  })

  it('loses a request before it is carried out, with the same failure', async () => {
    const { company } = openTestCompany({ switches: { lostRequests: 1 } })
    expect(await company.exchange(messageSet(add('A')))).toMatchObject({
      sent: true,
      lost: true,
      error: { hresult: '0x800706BE' },
    })
    expect(await names(company)).toEqual([])
    expect((await sendXml(company, add('A'))).statusCode).toBe(0)
  })

  it('delays a response', async () => {
    const waited: number[] = []
    const wait = async (ms: number) => {
      waited.push(ms)
    }
    const { company } = openTestCompany({ wait, switches: { answerDelayMs: 1500 } })
    expect((await sendXml(company, add('A'))).statusCode).toBe(0)
    expect(waited).toEqual([1500])
    company.switches.answerDelayMs = 0
    expect(await names(company)).toEqual(['A'])
    expect(waited).toEqual([1500])
  })

  it.each([530, 550, 560] as const)('warns of a successful write with status %i, but not of a query', async (code) => {
    const { company } = openTestCompany({ switches: { warnings: 1, warningStatus: code } })
    expect((await sendXml(company, '<HostQueryRq/>')).statusCode).toBe(0)
    const response = await sendXml(company, add('A'))
    expect(response).toMatchObject({ statusCode: code, statusSeverity: 'Warn' })
    expect(response.elements).toHaveLength(1)
    expect((await sendXml(company, add('B'))).statusCode).toBe(0)
    expect(await names(company)).toEqual(['A', 'B'])
  })

  it('the host is an hour off in summer when it prints its standard offset all year', async () => {
    const summer = { utcOffsetMinutes: -300, isDaylightSaving: () => true }
    const getPrintedTime = async (switches: Partial<Switches>) =>
      childText(only(await sendXml(openTestCompany({ switches }).company, add('A'))), 'TimeCreated')
    expect(await getPrintedTime(summer)).toBe('2026-03-16T06:00:00-05:00')
    expect(await getPrintedTime({ ...summer, printsStandardOffset: false })).toBe('2026-03-16T06:00:00-04:00')
  })

  it.each([3170, 3175, 3180] as const)('fails a write with lock status %i until it is retried', async (statusCode) => {
    const { company } = openTestCompany({ switches: { transientLocks: 1, transientLockStatus: statusCode } })
    const response = await sendXml(company, add('A'))
    expect(response.statusCode).toBe(statusCode)
    expect(isTransientStatus(response.statusCode, response.statusMessage)).toBe(true)
    expect((await sendXml(company, add('A'))).statusCode).toBe(0)
  })
})

describe('stored faults', () => {
  const openTwice = () => {
    const storage = memoryStorage()
    return [openTestCompany({ storage }).company, openTestCompany({ storage }).company] as const
  }

  it('stored faults apply to every connection and are counted down once for all of them', async () => {
    const [here, there] = openTwice()
    await here.storeFaults({ lostRequests: 2, warnings: 1, warningStatus: 550 })
    expect(await there.exchange(messageSet(add('A')))).toMatchObject({
      sent: true,
      lost: true,
      error: { hresult: '0x800706BE' },
    })
    expect(await here.exchange(messageSet(add('A')))).toMatchObject({
      sent: true,
      lost: true,
      error: { hresult: '0x800706BE' },
    })
    expect((await sendXml(there, add('A'))).statusCode).toBe(550)
    expect((await sendXml(here, add('B'))).statusCode).toBe(0)
    expect(await there.storedFaults()).toEqual({ lostRequests: 0, warnings: 0, warningStatus: 550 })
  })

  it('stored faults end when they are cleared', async () => {
    const [here, there] = openTwice()
    await here.storeFaults({ dialogOpen: true })
    expect(await there.exchange(messageSet(add('A')))).toMatchObject({ sent: false, error: { hresult: '0x80040414' } })
    await there.storeFaults({})
    expect(await names(here)).toEqual([])
  })

  it('stored faults are counted down even when the message set stored nothing', async () => {
    const [here] = openTwice()
    await here.storeFaults({ transientLocks: 1 })
    expect((await sendXml(here, add('A'))).statusCode).toBe(3175)
    expect(await here.storedFaults()).toEqual({ transientLocks: 0 })
    expect(await names(here)).toEqual([])
  })
})

describe('error recovery', () => {
  const send = async (company: ReturnType<typeof openTestCompany>['company'], requests: string, ids: string) =>
    parseResponse(await company.exchange(messageSet(requests, `onError="stopOnError" ${ids}`)))
  const next = (id: string) => `newMessageSetID="${id}"`
  const old = (id: string) => `oldMessageSetID="${id}"`

  it('runs a message set once, however often it is sent', async () => {
    const { company } = openTestCompany()
    const first = await send(company, add('A'), next('x'))
    expect(first).toMatchObject({ messageSetStatusCode: 0, newMessageSetId: 'x' })
    const second = await send(company, add('A'), next('x'))
    expect(second).toMatchObject({ messageSetStatusCode: 0, responses: [{ statusCode: 0 }] })
    expect(await names(company)).toEqual(['A'])

    const record = first.responses[0]?.elements[0]
    const recovery = second.responses[0]?.elements[0]
    expect(recovery?.name).toBe('ErrorRecovery')
    for (const name of ['ListID', 'EditSequence']) {
      expect(recovery && childText(recovery, name)).toBe(record && childText(record, name))
    }
    expect(recovery && child(recovery, 'Name')).toBeUndefined()
  })

  it('rejects another message set with the same ID', async () => {
    const { company } = openTestCompany()
    await send(company, add('A'), next('x'))
    expect(await send(company, add('B'), next('x'))).toMatchObject({ messageSetStatusCode: 9001, responses: [] })
    expect(await names(company)).toEqual(['A'])
  })

  it('returns a stored outcome, even of a failure', async () => {
    const { company } = openTestCompany()
    await send(company, add('A') + add('A'), next('x'))
    const check = await send(company, '', `${next('x')} ${old('x')}`)
    expect(check.messageSetStatusCode).toBe(0)
    expect(check.responses.map(({ statusCode }) => statusCode)).toEqual([0, 3100])
    expect(await send(company, '', `${next('y')} ${old('y')}`)).toMatchObject({ messageSetStatusCode: 9002 })
  })

  it('clears one outcome, all of them, or the last one with the next message set', async () => {
    const { company } = openTestCompany()
    await send(company, add('A'), next('x'))
    expect((await send(company, '', old('x'))).messageSetStatusCode).toBe(0)
    expect((await send(company, '', old('x'))).messageSetStatusCode).toBe(600)
    await send(company, add('B'), next('y'))
    await send(company, add('C'), `${next('z')} ${old('y')}`)
    expect((await send(company, '', `${next('y')} ${old('y')}`)).messageSetStatusCode).toBe(9002)
    await send(company, '', old('ClearAllMessageSets'))
    expect((await send(company, '', `${next('z')} ${old('z')}`)).messageSetStatusCode).toBe(9002)
  })

  it('keeps an outcome for more than 7 days, however many follow', async () => {
    const { company, advance } = openTestCompany()
    const follow = async (day: string) => {
      for (let count = 0; count < 100; count += 1) await send(company, '', next(`${day}-${count}`))
    }
    const isKnown = async () => (await send(company, '', `${next('x')} ${old('x')}`)).messageSetStatusCode === 0
    await send(company, add('A'), next('x'))
    advance(7 * 24 * 60 * 60)
    await follow('seventh')
    expect(await isKnown()).toBe(true)
    advance(24 * 60 * 60)
    await follow('eighth')
    expect(await isKnown()).toBe(false)
  })

  it('accepts IDs of at most 23 characters', async () => {
    const { company } = openTestCompany()
    expect((await send(company, add('A'), next('x'.repeat(23)))).messageSetStatusCode).toBe(0)
    expect((await send(company, add('B'), next('x'.repeat(24)))).messageSetStatusCode).toBe(9004)
    expect(await names(company)).toEqual(['A'])
  })
})

describe('two connections to one storage', () => {
  it('two connections to one storage see each other’s writes', async () => {
    const storage = memoryStorage()
    const one = openTestCompany({ storage }).company
    const other = openTestCompany({ storage }).company
    await sendXml(one, add('A'))
    expect(await names(other)).toEqual(['A'])
    await sendXml(other, add('B'))
    expect(await names(one)).toEqual(['A', 'B'])
    expect((await sendXml(one, add('B'))).statusCode).toBe(3100)
  })

  it('two connections to one storage start over when the storage was emptied', async () => {
    let storage = memoryStorage()
    const exclusive: CompanyStorage['exclusive'] = (since, work) => storage.exclusive(since, work)
    const { company } = openTestCompany({ storage: { exclusive }, template: 'starter' })
    await sendXml(company, add('A'))
    await sendXml(company, add('B'))
    storage = memoryStorage()
    expect((await sendXml(company, '<CustomerQueryRq/>')).elements).toHaveLength(10)
    expect((await sendXml(company, add('A'))).statusCode).toBe(0)
  })

  it('two connections to one storage lock the file for a query only if it is not current, or the query stores something', async () => {
    const storage = memoryStorage()
    let locked = 0
    let latest = 0
    const exclusive: CompanyStorage['exclusive'] = async (since, work) => {
      locked += 1
      const done = await storage.exclusive(since, work)
      latest = done.version
      return done
    }
    const counting: CompanyStorage = { exclusive, isCurrent: async (version) => version === latest }
    const { company } = openTestCompany({ storage: counting })
    const other = openTestCompany({ storage: counting }).company
    const countLocks = async (work: Promise<unknown>) => {
      const before = locked
      await work
      return locked - before
    }

    const stored = messageSet('<CustomerQueryRq/>', 'onError="stopOnError" newMessageSetID="x"')
    expect(await countLocks(sendXml(company, add('A')))).toBe(1)
    expect(await countLocks(names(company))).toBe(0)
    expect(await countLocks(company.exchange(stored))).toBe(1)
    await sendXml(other, add('B'))
    expect(await countLocks(expect(names(company)).resolves.toEqual(['A', 'B']))).toBe(1)
    await company.storeFaults({ answerDelayMs: 1 })
    expect(await countLocks(names(company))).toBe(1)
  })

  it('two connections to one storage reload the books after the storage failed', async () => {
    const storage = memoryStorage()
    let fails = false
    const failing = {
      exclusive: async <Result>(...[since, work]: Parameters<typeof storage.exclusive<Result>>) =>
        storage.exclusive(since, (delta) => {
          const done = work(delta)
          if (fails) throw new Error('disk full')
          return done
        }),
    }
    const company = openCompany({ storage: failing, clock: () => testStart, random: () => 0.5 })
    await sendXml(company, add('A'))
    fails = true
    await expect(company.exchange(messageSet(add('B')))).rejects.toThrow('disk full')
    fails = false
    expect(await names(company)).toEqual(['A'])
    expect((await sendXml(company, add('B'))).statusCode).toBe(0)
  })
})
