import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { RealmId } from '@bridge/agent-protocol'
import { ComDesktop } from '@bridge/edge-agent/com-desktop'
import { type ComHost, startComHost } from '@bridge/edge-agent/com-host'
import { memoryCompanyFiles } from '@bridge/edge-agent/company-files'
import { type FakeScript, serveCompany } from '@bridge/edge-agent/testing/fake-quickbooks'
import { createWindowsPc, getExitCode } from '@bridge/edge-agent/testing/windows-pc'
import { requireWine } from '@bridge/edge-agent/testing/wine'
import { openCompany } from '@bridge/emulator'
import { pino } from 'pino'
import type { DesktopSource, ServedCompany, StartedDesktop } from './desktop-source.ts'
import type { KillSwitch } from './kill-switch.ts'
import type { World } from './parts.ts'

/** The agent's waits are this much shorter: sessions end and windows are noticed during a schedule. */
const haste = 10
const pollMs = 10
const logger = pino({ level: 'silent' })

const endedHost: ComHost = {
  bits: 64,
  ended: Promise.resolve(),
  request: async () => ({ ok: false, hresult: 0x800706ba, text: 'The agent was killed.' }),
  close: async () => undefined,
  kill: () => undefined,
}

/**
 * Returns desktops reaching QuickBooks through COM under Wine: the agent's COM host calls QuickBooks' stand-in in
 * another process, which passes each call to the emulator. Host and stand-in are killed inside calls.
 */
export async function comDesktops({ isFatal }: Pick<World, 'isFatal'>): Promise<DesktopSource> {
  let pc = await createWindowsPc(requireWine(), 'process')
  let open: ServedCompany | undefined
  let agent: KillSwitch | undefined
  let host: ComHost | undefined
  let quickBooks: ChildProcess | undefined
  let hasCrashed = false

  const openQuickBooks = async (): Promise<void> => {
    const connected = pc.quickBooks.connected()
    quickBooks = pc.openQuickBooks()
    await connected
  }
  /** Marks a point inside a call. Returns whether QuickBooks ends there; it works on without agent or host. */
  const endsAt = (point: 'before execute' | 'after execute'): boolean => {
    // A killed agent never gets past the point.
    agent?.reach(point).catch(() => undefined)
    if (isFatal('host', point)) host?.kill()
    if (!isFatal('quickbooks', point)) return false
    hasCrashed = true
    return true
  }
  const serve = ({ realmId, disk: { storage } }: ServedCompany): FakeScript => {
    const company = openCompany({ storage, clock: () => new Date(), random: Math.random })
    const respond = serveCompany(company, toPath(realmId))
    return async (call) => {
      if (call.method !== 'ProcessRequest') return respond(call)
      if (endsAt('before execute')) return 'crash'
      const result = await respond(call)
      return endsAt('after execute') ? 'crash' : result
    }
  }
  /** Opens a company file in QuickBooks, whose sessions with other files end. */
  const openFile = (company: ServedCompany): void => {
    open = company
    pc.quickBooks.script(serve(company))
  }

  const start = async (company: ServedCompany, killSwitch: KillSwitch): Promise<StartedDesktop> => {
    if (open?.realmId !== company.realmId) openFile(company)
    agent = killSwitch
    const desktop = await ComDesktop.start({
      startHost: () => {
        if (killSwitch.isKilled) return endedHost
        const started = startComHost({ executable: pc.host, command: pc.command() })
        // The agent's end closes the host's standard input: the host finishes its call.
        void killSwitch.killed.then(() => started.close())
        host = started
        return started
      },
      companyFiles: memoryCompanyFiles([[company.realmId, toPath(company.realmId)]]),
      clock: () => new Date(),
      wait: (ms, signal) => delay(ms / haste, undefined, { signal }).catch(() => undefined),
      logger,
    })
    return {
      desktop,
      ready: async () => {
        while (!killSwitch.isKilled && desktop.state().phase !== 'ready') await delay(pollMs)
      },
      close: () => desktop.close(),
    }
  }

  const destroy = async (): Promise<void> => {
    quickBooks?.kill('SIGKILL')
    await pc.destroy()
  }

  await openQuickBooks()
  return {
    start,
    recover: async () => {
      if (!hasCrashed || quickBooks === undefined) return
      await getExitCode(quickBooks)
      hasCrashed = false
      if (open !== undefined) openFile(open)
      await openQuickBooks()
    },
    replace: async () => {
      await destroy()
      pc = await createWindowsPc(requireWine(), 'process')
      hasCrashed = false
      if (open !== undefined) openFile(open)
      await openQuickBooks()
    },
    close: destroy,
  }
}

function toPath(realmId: RealmId): string {
  return `C:\\Users\\Public\\Müller & Söhne ${realmId}.qbw`
}
