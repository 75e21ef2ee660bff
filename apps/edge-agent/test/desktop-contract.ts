import { hasResponse } from '@bridge/agent-protocol'
import type { Company, Switches } from '@bridge/emulator'
import { describe, expect, it } from 'vitest'
import type { AgentDesktop } from '../src/desktop/agent-desktop.ts'

/** A desktop serving an emulated company file, `Rock Castle.qbw`. */
export interface ServedCompanyFile {
  readonly desktop: AgentDesktop
  /** Changes how QuickBooks behaves from now on. */
  set(switches: Partial<Switches>): void
}

export function setSwitches(company: Company, switches: Partial<Switches>): void {
  Object.assign(company.switches, switches)
}

const add = toMessageSet(
  '<CustomerAddRq><CustomerAdd><Name>Müller &amp; Söhne 100%</Name></CustomerAdd></CustomerAddRq>',
)
const query = toMessageSet(
  '<CustomerQueryRq><NameFilter><MatchCriterion>Contains</MatchCriterion><Name>100%</Name></NameFilter></CustomerQueryRq>',
)

function toMessageSet(requests: string): string {
  return `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`
}

async function respond(desktop: AgentDesktop, messageSet: string): Promise<string> {
  const outcome = await desktop.process(messageSet, messageSet === add ? 'write' : 'read')
  if (!hasResponse(outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.response
}

/** Adds the tests every desktop passes, whatever carries its requests to QuickBooks. */
export function describeDesktop(name: string, serve: () => Promise<ServedCompanyFile>): void {
  describe(`the ${name} desktop`, () => {
    it('processes a write and a read', async () => {
      const { desktop } = await serve()
      expect(await respond(desktop, add)).toContain('statusCode="0"')
      expect(await respond(desktop, query)).toContain('M&#252;ller &amp; S&#246;hne 100%')
    })

    it('reports the open company file', async () => {
      const { desktop } = await serve()
      expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Rock Castle.qbw' })
    })

    it('pages through a read', async () => {
      const { desktop } = await serve()
      const first = await respond(
        desktop,
        toMessageSet('<CustomerQueryRq iterator="Start"><MaxReturned>1</MaxReturned></CustomerQueryRq>'),
      )
      const [, id] = /iteratorID="([^"]+)"/.exec(first) ?? []
      const next = `<CustomerQueryRq iterator="Continue" iteratorID="${id}"><MaxReturned>1</MaxReturned></CustomerQueryRq>`
      expect(await respond(desktop, toMessageSet(next))).toContain('statusCode="0"')
    })

    it.each([
      ['0x80040416', { applicationClosed: true }, 'app-not-open'],
      ['0x80040424', { applicationStarting: true }, 'app-not-open'],
      ['0x80040417', { companyFileClosed: true }, 'execution-error'],
      ['0x8004040A', { wrongFile: true }, 'execution-error'],
      ['0x80040418', { unauthorized: true }, 'execution-error'],
      ['0x80040414', { dialogOpen: true }, 'execution-error'],
    ] as const)('sends nothing if QuickBooks returns %s', async (hresult, switches, reason) => {
      const { desktop, set } = await serve()
      set(switches)

      const outcome = await desktop.process(add, 'write')
      expect(outcome).toMatchObject({ sent: false, reason, error: { hresult } })
      set(Object.fromEntries(Object.keys(switches).map((name) => [name, false])))
      expect(await respond(desktop, query)).not.toContain('<CustomerRet>')
    })

    it('rejects malformed text before any of it runs', async () => {
      const { desktop } = await serve()
      expect(await desktop.process('<QBXML>', 'write')).toMatchObject({
        sent: false,
        reason: 'execution-error',
        error: { hresult: '0x80040400' },
      })
    })

    it('reports a write as lost if QuickBooks ended during it', async () => {
      const { desktop, set } = await serve()
      set({ lostAnswers: 1 })

      expect(await desktop.process(add, 'write')).toMatchObject({ sent: true, lost: true, reason: 'connection' })
      set({ lostAnswers: 0 })
      expect(await respond(desktop, query)).toContain('<CustomerRet>')
    })
  })
}
