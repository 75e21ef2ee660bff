import type { Company } from '@bridge/emulator'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentDesktop, RequestKind } from '../../src/desktop/agent-desktop.ts'
import type { ComDesktop } from '../../src/quickbooks/com-desktop.ts'
import { openSampleCompany, realmId } from '../com-desktop.fixture.ts'
import { useComHosts } from '../com-host.fixture.ts'
import { describeDesktop, setSwitches } from '../desktop-contract.ts'
import { type FakeScript, serveCompany } from '../fake-quickbooks.ts'

const waiting = { timeout: 60_000 }

const hosts = useComHosts()
let company: Company
let serve: FakeScript
let desktop: ComDesktop

beforeAll(() => hosts.registerLibrary())

/** Starts a desktop whose company file is open in QuickBooks. */
async function startDesktop(companyFile: string): Promise<void> {
  company = openSampleCompany()
  serve = serveCompany(company, companyFile)
  hosts.quickBooks.script(serve)
  hosts.openQuickBooks()
  desktop = await hosts.startDesktop(companyFile)
  await expect.poll(() => desktop.state(), waiting).toMatchObject({ phase: 'ready' })
  desktop.useRealm(realmId)
}

/** Processes a message set as soon as the desktop has finished its first session. */
async function processWhenReady(messageSet: string, kind: RequestKind) {
  for (;;) {
    const outcome = await desktop.process(messageSet, kind)
    if (outcome.sent || outcome.reason !== 'busy') return outcome
    await new Promise(setImmediate)
  }
}

describeDesktop(`${hosts.bits}-bit COM`, async () => {
  await startDesktop('C:\\Books\\Rock Castle.qbw')
  const served: AgentDesktop = { state: () => desktop.state(), process: processWhenReady }
  return {
    desktop: served,
    set: (switches) => {
      setSwitches(company, switches)
      // The next request begins a session.
      desktop.restart()
    },
  }
})

describe('a company file whose path has umlauts and Chinese characters', () => {
  beforeEach(() => startDesktop('C:\\Users\\Jörg\\Müller & Söhne 株式会社.qbw'))

  const addCustomer = toMessageSet('<CustomerAddRq><CustomerAdd><Name>Zoë Müller</Name></CustomerAdd></CustomerAddRq>')
  const queryCompany = toMessageSet('<CompanyQueryRq />')

  it('a company file whose path has umlauts and Chinese characters is written and read through the host', async () => {
    await expect(processWhenReady(addCustomer, 'write')).resolves.toMatchObject({
      sent: true,
      lost: false,
      response: expect.stringContaining('statusCode="0"'),
    })
    const query = toMessageSet('<CustomerQueryRq><FullName>Zoë Müller</FullName></CustomerQueryRq>')
    await expect(processWhenReady(query, 'read')).resolves.toMatchObject({
      response: expect.stringContaining('<FullName>Zo&#235; M&#252;ller</FullName>'),
    })
    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Müller & Söhne 株式会社.qbw' })
  })

  it('a company file whose path has umlauts and Chinese characters has a lost write when the host is killed, and serves the next request on another host', async () => {
    await processWhenReady(addCustomer, 'write')
    hosts.quickBooks.script((call) => {
      if (call.method !== 'ProcessRequest') return serve(call)
      desktop.restart()
      return new Promise(() => undefined)
    })
    await expect(processWhenReady(addCustomer, 'write')).resolves.toMatchObject({ sent: true, lost: true })
    hosts.quickBooks.script(serve)
    await expect(processWhenReady(queryCompany, 'read')).resolves.toMatchObject({ sent: true, lost: false })
  })

  it('a company file whose path has umlauts and Chinese characters is sent nothing while another file is open', async () => {
    hosts.quickBooks.script(({ method }) => ({
      ok: true,
      text: method === 'GetCurrentCompanyFileName' ? 'C:\\Other.qbw' : 't',
    }))
    await processWhenReady(queryCompany, 'read')
    const outcome = await processWhenReady(addCustomer, 'write')
    expect(outcome).toMatchObject({ sent: false, reason: 'execution-error', error: { hresult: '0x8004040A' } })
    expect(hosts.quickBooks.calls.filter(({ method }) => method === 'ProcessRequest')).toEqual([])
  })
})

function toMessageSet(request: string): string {
  return `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`
}
