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

/** Returns desktops reaching QuickBooks through COM under Wine. */
export async function comDesktops({ isFatal }: Pick<World, 'isFatal'>): Promise<DesktopSource> {
  const desktops = new ComDesktops(isFatal, await createWindowsPc(requireWine(), 'process'))
  await desktops.openQuickBooks()
  return desktops
}

/**
 * One Windows, where the agent's COM host calls QuickBooks' stand-in in another process, which passes each call to the
 * emulator. Host and stand-in are killed inside calls.
 */
class ComDesktops implements DesktopSource {
  readonly #isFatal: World['isFatal']
  #pc: WindowsPc
  #company: ServedCompany | undefined
  #agent: KillSwitch | undefined
  #host: ComHost | undefined
  #quickBooks: ChildProcess | undefined
  #hasCrashed = false

  constructor(isFatal: World['isFatal'], pc: WindowsPc) {
    this.#isFatal = isFatal
    this.#pc = pc
  }

  async openQuickBooks(): Promise<void> {
    const connected = this.#pc.quickBooks.connected()
    this.#quickBooks = this.#pc.openQuickBooks()
    await connected
  }

  async start(company: ServedCompany, killSwitch: KillSwitch): Promise<StartedDesktop> {
    if (this.#company?.realmId !== company.realmId) this.#openFile(company)
    this.#agent = killSwitch
    const desktop = await ComDesktop.start({
      startHost: () => this.#startHost(killSwitch),
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

  async recover(): Promise<void> {
    if (!this.#hasCrashed || this.#quickBooks === undefined) return
    await getExitCode(this.#quickBooks)
    await this.#reopen()
  }

  async replace(): Promise<void> {
    await this.close()
    this.#pc = await createWindowsPc(requireWine(), 'process')
    await this.#reopen()
  }

  async close(): Promise<void> {
    this.#quickBooks?.kill('SIGKILL')
    await this.#pc.destroy()
  }

  async #reopen(): Promise<void> {
    this.#hasCrashed = false
    if (this.#company !== undefined) this.#openFile(this.#company)
    await this.openQuickBooks()
  }

  #startHost(killSwitch: KillSwitch): ComHost {
    if (killSwitch.isKilled) return endedHost
    const started = startComHost({ executable: this.#pc.host, command: this.#pc.command() })
    // The agent's end closes the host's standard input: the host finishes its call.
    void killSwitch.killed.then(() => started.close())
    this.#host = started
    return started
  }

  /** Opens a company file in QuickBooks, whose sessions with other files end. */
  #openFile(company: ServedCompany): void {
    this.#company = company
    this.#pc.quickBooks.script(this.#serve(company))
  }

  #serve({ realmId, disk: { storage } }: ServedCompany): FakeScript {
    const company = openCompany({ storage, clock: () => new Date(), random: Math.random })
    const respond = serveCompany(company, toPath(realmId))
    return async (call) => {
      if (call.method !== 'ProcessRequest') return respond(call)
      if (this.#endsAt('before execute')) return 'crash'
      const result = await respond(call)
      return this.#endsAt('after execute') ? 'crash' : result
    }
  }

  /** Marks a point inside a call. Returns whether QuickBooks ends there; it works on without agent or host. */
  #endsAt(point: 'before execute' | 'after execute'): boolean {
    // A killed agent never gets past the point.
    this.#agent?.reach(point).catch(() => undefined)
    if (this.#isFatal('host', point)) this.#host?.kill()
    if (!this.#isFatal('quickbooks', point)) return false
    this.#hasCrashed = true
    return true
  }
}

type WindowsPc = Awaited<ReturnType<typeof createWindowsPc>>

function toPath(realmId: RealmId): string {
  return `C:\\Users\\Public\\Müller & Söhne ${realmId}.qbw`
}
