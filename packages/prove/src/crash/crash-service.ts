import type { Database } from '@bridge/database'
import { CompanyFiles } from '@bridge/sandbox'
import type { Desktop } from '@bridge/server'
import type { Backup } from './backup.ts'
import type { CrashCompany } from './company.ts'
import {
  type RunningListener,
  type RunningServer,
  startGateway,
  startSandboxHost,
  startServer,
  type World,
} from './parts.ts'
import type { Reply } from './task.ts'

interface Parts {
  server: RunningServer
  /** A server that considers the first one dead. */
  secondServer: RunningServer
  /** A server that reads the company file on disk, and needs no other part. */
  observer: RunningServer
  gateway: RunningListener
  sandboxHost: RunningListener
}

/** The parts of a service. Schedules kill its server, gateway and sandbox host; nothing kills the others. */
export class CrashService {
  /** The current schedule's company file. */
  company: CrashCompany | undefined
  readonly #world: World
  readonly #unharmed: World
  readonly #parts: Parts

  static async start(world: World): Promise<CrashService> {
    const unharmed = { ...world, isFatal: () => false }
    const service: CrashService = new CrashService(world, unharmed, {
      server: await startServer(world),
      secondServer: await startServer(unharmed),
      observer: await startServer(
        unharmed,
        createReplacements(world.database, () => service.company),
      ),
      gateway: await startGateway(world, 0),
      sandboxHost: await startSandboxHost(world, 0),
    })
    return service
  }

  private constructor(world: World, unharmed: World, parts: Parts) {
    this.#world = world
    this.#unharmed = unharmed
    this.#parts = parts
  }

  get gateway(): RunningListener {
    return this.#parts.gateway
  }

  /** Resolves when the server is killed. */
  get serverKilled(): Promise<void> {
    return this.#parts.server.killSwitch.killed
  }

  /** Sends a request to the server: a path below `/v3/company/{realmId}`; with a body it is a POST. */
  send(path: string, body?: object): Promise<Reply> {
    return this.#sendTo(this.#parts.server, path, body)
  }

  /** Sends a request to the second server, as if the first one had been silent for long enough. */
  async sendToSecond(path: string, body?: object): Promise<Reply> {
    await this.#expireClaims()
    return this.#sendTo(this.#parts.secondServer, path, body)
  }

  /** Sends a request to the observer. */
  observe(path: string, body?: object): Promise<Reply> {
    return this.#sendTo(this.#parts.observer, path, body)
  }

  /** Looks for changes in company files that are due. Never rejects, and does not return if the server is killed. */
  poll(): Promise<void> {
    return this.#parts.server.poll()
  }

  /** Restarts what was killed. */
  async restartKilled(): Promise<void> {
    const parts = this.#parts
    if (parts.server.killSwitch.isKilled) {
      await parts.server.dispose()
      parts.server = await startServer(this.#world)
      await this.#expireClaims()
    }
    if (parts.gateway.killSwitch.isKilled) {
      await parts.gateway.dispose()
      parts.gateway = await startGateway(this.#world, parts.gateway.port)
    }
    if (parts.sandboxHost.killSwitch.isKilled) {
      await parts.sandboxHost.dispose()
      parts.sandboxHost = await startSandboxHost(this.#world, parts.sandboxHost.port)
    }
  }

  /** Stops the service and restores a backup. What was killed starts before the next attempt. */
  async restore(backup: Backup): Promise<void> {
    const parts = this.#parts
    parts.server.killSwitch.kill()
    parts.gateway.killSwitch.kill()
    parts.sandboxHost.killSwitch.kill()
    await parts.observer.dispose()
    await parts.secondServer.dispose()
    await backup.restore()
    parts.observer = await startServer(this.#unharmed, this.#replacements())
    parts.secondServer = await startServer(this.#unharmed)
  }

  async close(): Promise<void> {
    const { server, observer, secondServer, gateway, sandboxHost } = this.#parts
    await server.dispose()
    await observer.dispose()
    await secondServer.dispose()
    await gateway.dispose()
    await sandboxHost.dispose()
  }

  #replacements() {
    return createReplacements(this.#world.database, () => this.company)
  }

  async #sendTo(server: RunningServer, path: string, body: object | undefined): Promise<Reply> {
    if (this.company === undefined) throw new Error('There is no realm yet.')
    const { realmId, accessToken } = this.company
    const response = await server.fetch(`/v3/company/${realmId}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) }
  }

  /** Expires servers' claims on the realm's writes, as if those servers had been silent for long enough. */
  async #expireClaims(): Promise<void> {
    if (this.company === undefined) return
    const { database } = this.#world
    await database.$executeRaw`
      UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'
      WHERE "realmId" = ${this.company.realmId} AND claim IS NOT NULL`
  }
}

/** Lets a server read company files on disk and in the database, without gateways and sandbox hosts. */
function createReplacements(database: Database, getCompany: () => CrashCompany | undefined) {
  const desktop: Desktop = {
    exchange: async (realmId, messageSet) => {
      const company = getCompany()
      // Servers look for changes in all company files; the others are not on this disk.
      if (company?.realmId !== realmId) return { sent: false, reason: 'offline' }
      const outcome = await company.books.exchange(messageSet)
      if (!outcome?.sent || outcome.lost) throw new Error('The disk cannot be read.')
      return outcome
    },
  }
  const sandboxFiles = new CompanyFiles({
    database,
    clock: () => new Date(),
    random: Math.random,
    maxRecords: Number.POSITIVE_INFINITY,
    wait: async () => undefined,
  })
  return { desktop, sandboxFiles }
}
