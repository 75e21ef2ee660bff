import type { RealmId } from '@bridge/agent-protocol'
import type { ExchangeOptions } from './desktop.ts'
import type { HeldLease, HeldLeases, LeaseReader, Transport } from './gateway-desktop-lease.store.ts'
import type { FileCheck } from './same-company-file.ts'

/** Finds what may carry requests to a realm's company file, and proves which file it is. */
export class TransportChoice {
  readonly #leases: LeaseReader
  readonly #checkFile: FileCheck
  readonly #checks = new Set<Promise<void>>()

  constructor(leases: LeaseReader, checkFile: FileCheck) {
    this.#leases = leases
    this.#checkFile = checkFile
  }

  /**
   * Finds the transports that may carry a request. A write is looked up and sent again only in the company file to which
   * it was sent.
   */
  async find(realmId: RealmId, { sameFileAs }: Pick<ExchangeOptions, 'sameFileAs'>): Promise<HeldLeases> {
    const leases = this.#leases
    if (sameFileAs === undefined) return leases.find(realmId)
    const held = await leases.findNow(realmId)
    const proved = await leases.findSameFile(realmId, sameFileAs)
    if (held.agent === undefined || proved.has('agent')) return pick(held, proved)
    await this.#checkFile(realmId, held.agent)
    return pick(await leases.findNow(realmId), await leases.findSameFile(realmId, sameFileAs))
  }

  /** Checks an agent's company file after a request, while the realm's Web Connector is known. */
  checkLater(realmId: RealmId, lease: HeldLease): void {
    const asking = this.#checkFile(realmId, lease)
    if (asking === undefined) return
    const check = asking.finally(() => this.#checks.delete(check))
    this.#checks.add(check)
  }

  /** Waits for pending checks. */
  async close(): Promise<void> {
    await Promise.all(this.#checks)
  }
}

function pick({ agent, connector }: HeldLeases, proved: ReadonlySet<Transport>): HeldLeases {
  return {
    ...(agent !== undefined && proved.has('agent') && { agent }),
    ...(connector !== undefined && proved.has('connector') && { connector }),
  }
}
