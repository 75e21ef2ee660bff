import { beforeAll, describe, expect, it } from 'vitest'
import { openSampleCompany, realmId } from '../com-desktop.fixture.ts'
import { useComHosts } from '../com-host.fixture.ts'
import { serveCompany } from '../fake-quickbooks.ts'

const waiting = { timeout: 60_000 }
const companyFile = 'C:\\Books\\Rock Castle.qbw'
const query =
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq /></QBXMLMsgsRq></QBXML>'

describe.each([32, 64] as const)('with the request processor for %i-bit programs only', (bits) => {
  const hosts = useComHosts(bits)
  beforeAll(() => hosts.registerLibrary())

  it('the class is missing for the host of the other bitness', async () => {
    const other = hosts.start(bits === 32 ? 64 : 32)
    const hresult = expect.toBeOneOf([0x80040152, 0x80040154])
    await expect(other.request('new')).resolves.toMatchObject({ ok: false, hresult })
    await expect(hosts.start(bits).request('new')).resolves.toEqual({ ok: true, text: '' })
  })

  it('the agent finds it, and serves the company file', async () => {
    hosts.quickBooks.script(serveCompany(openSampleCompany(), companyFile))
    hosts.openQuickBooks()
    const desktop = await hosts.startDesktop(companyFile)
    await expect.poll(() => desktop.state().phase, waiting).toBe('ready')
    desktop.useRealm(realmId)
    await expect.poll(() => desktop.process(query, 'read'), waiting).toMatchObject({ sent: true, lost: false })
    expect(hosts.started.at(-1)?.bits).toBe(bits)
  })
})
