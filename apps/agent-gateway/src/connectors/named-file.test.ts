import { describe, expect, it } from 'vitest'
import { setupConnector } from '../../test/connector-setup.ts'
import { samplePath } from '../../test/scripted-connector.ts'
import { readPath } from './named-file.ts'

const setup = setupConnector()
const uncPath = String.raw`\\SERVER\Books\Sample Co.QBW`

/** Opens a run for a waiting request. Returns its ticket, the company file named, and the request's outcome. */
async function open() {
  const outcome = setup.exchange('<QBXML/>', { kind: 'read' })
  for (;;) {
    const [ticket = '', named = ''] = await setup.connector.authenticate()
    if (named !== 'none') return { ticket, named, outcome }
  }
}
/** Runs an update that finds a company file, and returns the file named. */
async function update(opened?: Parameters<typeof setup.connector.ask>[1]): Promise<string> {
  const { ticket, named, outcome } = await open()
  expect(await setup.connector.ask(ticket, opened)).toBe('<QBXML/>')
  await setup.connector.respond(ticket, '<QBXML/>')
  await setup.connector.call('closeConnection', { ticket })
  await outcome
  return named
}
/** Runs an update that cannot begin, and returns the file named. */
async function failToOpen(hresult: string): Promise<string> {
  const { ticket, named, outcome } = await open()
  await setup.connector.call('connectionError', { ticket, hresult, message: 'No.' })
  expect(await outcome).toMatchObject({ sent: false })
  return named
}
function setSwitch(opensQuickBooks: boolean) {
  const { realmId } = setup.realm
  const settings = { values: { opensQuickBooks } }
  return setup.db.database.realmSettings.upsert({
    where: { realmId },
    create: { realmId, ...settings },
    update: settings,
  })
}
/** Waits for what an update recorded in the background. */
async function stored(expected: { readonly companyFilePath?: string | null; readonly isClosed?: boolean }) {
  const { id } = setup.credential
  await expect
    .poll(() => setup.db.database.connectorCredential.findUniqueOrThrow({ where: { id } }))
    .toMatchObject(expected)
}

it('names no company file before an update has found it, whatever the switch says', async () => {
  await setSwitch(true)
  await setup.connector.authenticate()
  expect(await update()).toBe('')
})

describe('with the switch off, authenticate', () => {
  it('names the company file while people have it open, so that QuickBooks asks nothing in another one', async () => {
    await setup.connector.authenticate()
    await update()
    await stored({ companyFilePath: samplePath })
    expect(await update()).toBe(samplePath)
    expect(await failToOpen('0x8004040A')).toBe(samplePath)
    await stored({ isClosed: false })
    expect(await update()).toBe(samplePath)
  })

  it.each([
    ['QuickBooks is closed', '0x80040408'],
    ['no company file is open', '0x80040417'],
    ['QuickBooks is closed and may not sign in automatically', '0x8004041D'],
  ])('names none after %s, because a path would open it', async (_, hresult) => {
    await setup.connector.authenticate()
    await update()
    await stored({ companyFilePath: samplePath })
    await failToOpen(hresult)
    await stored({ isClosed: true })
    expect(await update()).toBe('')
    await stored({ isClosed: false })
    expect(await update()).toBe(samplePath)
  })

  it('runs nothing in a QuickBooks that the path has opened, and names none after it', async () => {
    await setup.connector.authenticate()
    await update()
    await stored({ companyFilePath: samplePath })
    const { ticket, outcome } = await open()
    expect(await setup.connector.ask(ticket, { isAutomaticLogin: true })).toBe('')
    expect(await setup.connector.call('getLastError', { ticket })).toEqual([
      'QuickBooks was closed. Open it with the company file, or turn on “Open QuickBooks when needed” in the settings of the company file in the portal.',
    ])
    expect(await outcome).toMatchObject({ sent: false, reason: 'execution-error' })
    await setup.connector.call('closeConnection', { ticket })
    await stored({ isClosed: true })
    // Another program has opened it: that is not ours to refuse.
    expect(await update({ isAutomaticLogin: true })).toBe('')
    expect(await update()).toBe('')
  })
})

describe('with the switch on, authenticate', () => {
  it('names the company file also while QuickBooks is closed, and runs in the one that it opens', async () => {
    await setSwitch(true)
    await setup.connector.authenticate()
    await update()
    await stored({ companyFilePath: samplePath })
    await failToOpen('0x80040408')
    await stored({ isClosed: true })
    expect(await update({ isAutomaticLogin: true })).toBe(samplePath)
    await setSwitch(false)
    expect(await update()).toBe('')
  })
})

describe('a company file that was found elsewhere', () => {
  it('is named where it is now, if its name is the same', async () => {
    await setup.connector.authenticate()
    await update()
    await stored({ companyFilePath: samplePath })
    await update({ path: uncPath })
    await stored({ companyFilePath: uncPath })
  })

  it('gets no request under another name, although it has the FileID: QuickBooks may have stored it by mistake', async () => {
    await setup.connector.authenticate()
    await update()
    await stored({ companyFilePath: samplePath })
    const { ticket, outcome } = await open()
    expect(await setup.connector.ask(ticket, { path: String.raw`C:\Büro\Other Co.QBW` })).toBe('')
    expect(await setup.connector.call('getLastError', { ticket })).toEqual([
      expect.stringMatching(/^Another company file is open in QuickBooks: Other Co\.QBW\. Open Sample Co\.QBW,/),
    ])
    expect(await outcome).toMatchObject({ sent: false, error: { hresult: '0x8004040A' } })
    await stored({ companyFilePath: samplePath })
  })
})

it.each([
  [samplePath, samplePath],
  [` ${uncPath} `, uncPath],
  ['Sample Co.QBW', null],
  ['none', null],
  ['/books/sample.qbw', null],
  [`C:\\${'x'.repeat(1001)}`, null],
  ['C:\\a\u0000b.qbw', null],
])('keeps a whole path only: %j', (text, path) => {
  expect(readPath(text)).toBe(path)
})
