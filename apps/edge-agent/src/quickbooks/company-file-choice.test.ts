import { hasResponse } from '@bridge/agent-protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realmId, startComFixture } from '../../test/com-desktop.fixture.ts'
import { closedLook, failed, ok } from '../../test/scripted-quickbooks.ts'
import { memoryCompanyFiles } from './company-files.ts'

const path = 'C:\\Books\\Rock Castle.qbw'
const company = 'Rock Castle'
const applicationName = 'Bridge Service for Acme (9130347957983546)'
const write =
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq><CustomerAdd><Name>A</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a desktop whose gateway says what people confirmed. */
async function start(options: Parameters<typeof startComFixture>[0] = {}) {
  const fixture = await startComFixture(options)
  const names: unknown[] = []
  const noteName = (args: readonly unknown[]) => {
    names.push(args[1])
    return ok()
  }
  const say = async (confirmed?: string, choice = 0) => {
    fixture.quickBooks.once('OpenConnection2', noteName)
    fixture.desktop.useRealm(realmId, { applicationName, file: { choice, ...(confirmed && { confirmed }) } })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...fixture, names, say }
}

describe('a company that was renamed in QuickBooks', () => {
  const renamed =
    'host 64-bit session 1\nprocess 7 session 1 QBW.EXE\nwindow 7 main enabled MauiFrame Castle & Co - QuickBooks Desktop Pro 2024'

  async function rename() {
    const companyFiles = memoryCompanyFiles([[realmId, path]], [[realmId, company]])
    const fixture = await start({ companyFiles, look: renamed })
    await fixture.say()
    fixture.quickBooks.calls.length = 0
    return fixture
  }

  it('is not served, and no session begins, until a person says that it is the same', async () => {
    const { desktop, quickBooks } = await rename()
    expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, error: { hresult: '0x8004040A' } })
    expect(quickBooks.calls).not.toContain('BeginSession')
    const other = { expected: company, open: 'Castle & Co' }
    expect(desktop.findOtherCompany()).toEqual(other)
    await desktop.acceptRename(other)
    expect(hasResponse(await desktop.process(write, 'write'))).toBe(true)
    expect(desktop.findOtherCompany()).toBeUndefined()
    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Rock Castle.qbw' })
  })

  it('is not taken for another one that a person opens before the button is pressed', async () => {
    const { desktop, companyFiles } = await rename()
    await desktop.acceptRename({ expected: company, open: 'A third one' })
    expect(companyFiles.findCompany(realmId)).toBe(company)
  })

  it('stays refused by its path if it is another file after all', async () => {
    const { desktop, quickBooks } = await rename()
    quickBooks.path = 'C:\\Books\\Other.qbw'
    await desktop.acceptRename({ expected: company, open: 'Castle & Co' })
    expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, error: { hresult: '0x8004040A' } })
    expect(quickBooks.messageSets).toEqual([])
  })
})

describe('the company file of a new pairing', () => {
  it('asks QuickBooks nothing until people have confirmed the company in its window', async () => {
    const { desktop, quickBooks, say } = await start()
    await say()

    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'file-unconfirmed', companyFile: company })
    expect(await desktop.process(write, 'write')).toMatchObject({
      sent: false,
      reason: 'execution-error',
      error: { hresult: '0x8004040A', message: expect.stringContaining('was not confirmed yet') },
    })
    expect(quickBooks.calls).not.toContain('BeginSession')
  })

  it('shows the path after QuickBooks allowed access, and runs nothing until people have confirmed it', async () => {
    const { desktop, quickBooks, companyFiles, say } = await start()
    await say()
    await say(company)

    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'file-unconfirmed', companyFile: path })
    expect(await desktop.process(write, 'write')).toMatchObject({ sent: false })
    expect([quickBooks.messageSets, companyFiles.find(realmId)]).toEqual([[], undefined])
  })

  it('serves the file from its confirmation on, under the name of the organization', async () => {
    const { desktop, quickBooks, companyFiles, names, say } = await start()
    for (const confirmed of [undefined, company, path]) await say(confirmed)

    expect(companyFiles.find(realmId)).toBe(path)
    expect(companyFiles.findPairing(realmId)).toEqual({ choice: 0, applicationName })
    expect(hasResponse(await desktop.process(write, 'write'))).toBe(true)
    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Rock Castle.qbw' })
    expect([quickBooks.messageSets.length, new Set(names)]).toEqual([1, new Set([applicationName])])
  })

  it('begins again with the name when another company is opened instead', async () => {
    const { desktop, quickBooks, companyFiles, say } = await start()
    await say(company)
    quickBooks.look = quickBooks.look.replace(company, 'Larry’s Landscaping')
    await vi.advanceTimersByTimeAsync(2_000)
    await say(path)

    expect(desktop.state()).toMatchObject({ notice: 'file-unconfirmed', companyFile: 'Larry’s Landscaping' })
    expect(companyFiles.find(realmId)).toBeUndefined()
  })

  it('waits for the permission of QuickBooks, and asks again with the next request', async () => {
    const { desktop, quickBooks, say } = await start()
    quickBooks.once('BeginSession', () => failed(0x80040418))
    await say(company)
    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'not-authorized' })

    await desktop.process(write, 'write')
    expect(desktop.state()).toMatchObject({ notice: 'file-unconfirmed', companyFile: path })
  })

  it('says that no file is open where QuickBooks shows none', async () => {
    const { desktop, quickBooks, say } = await start()
    quickBooks.look = quickBooks.look.replace(company, 'QuickBooks Desktop Pro 2024')
    await vi.advanceTimersByTimeAsync(2_000)
    await say()
    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'no-company-file' })

    quickBooks.look = closedLook
    await vi.advanceTimersByTimeAsync(2_000)
    expect(desktop.state()).toEqual({ phase: 'app-not-open' })
  })
})

describe('the company file of an existing pairing', () => {
  it('stays, with the name that QuickBooks knows', async () => {
    const companyFiles = memoryCompanyFiles([[realmId, path]])
    const { desktop, names, say } = await start({ companyFiles })
    await say()

    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Rock Castle.qbw' })
    expect(names).toEqual([`Bridge Service ${realmId}`])
  })

  it('is forgotten when people choose another file, also while QuickBooks is closed', async () => {
    const companyFiles = memoryCompanyFiles([[realmId, path]])
    const { desktop, quickBooks, say } = await start({ companyFiles, look: closedLook })
    await say(undefined, 1)
    expect(companyFiles.find(realmId)).toBeUndefined()

    quickBooks.look = `${closedLook}\nprocess 7 session 1 QBW.EXE\nwindow 7 main enabled MauiFrame Other - QuickBooks`
    await vi.advanceTimersByTimeAsync(2_000)
    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'file-unconfirmed', companyFile: 'Other' })
  })
})
