import { win32 } from 'node:path'
import type { RealmId } from '@bridge/agent-protocol'

/** The paths to the realms' company files, as a person set them or the first session found them. */
export interface CompanyFiles {
  find(realmId: RealmId): string | undefined
  /** Returns how a realm got its path: under the number 0 and the realm's name from an older agent or a person. */
  findPairing(realmId: RealmId): FilePairing
  store(realmId: RealmId, path: string, pairing?: FilePairing): Promise<void>
  forget(realmId: RealmId): Promise<void>
}

/** How a realm got its company file. */
export interface FilePairing {
  /** The number of the choice by which people confirmed it. */
  readonly choice: number
  /** The name by which QuickBooks knows the agent in this file; by default, the realm's. */
  readonly applicationName?: string | undefined
}

/** A path from an older agent, or from a person. */
export const firstPairing: FilePairing = { choice: 0 }

/** Returns the name by which QuickBooks knows the agent where no other was stored. */
export function getRealmName(realmId: RealmId): string {
  return `Bridge Service ${realmId}`
}

/** Whether two Windows paths name the same file. Other spellings for a server or drive count as other files. */
export function isSamePath(left: string, right: string): boolean {
  return normalize(left) === normalize(right)
}

function normalize(path: string): string {
  return win32.normalize(path.trim()).normalize('NFC').toUpperCase()
}

/** Keeps the paths in memory. */
export function memoryCompanyFiles(paths: Iterable<readonly [RealmId, string]> = []): CompanyFiles {
  const stored = new Map(paths)
  const pairings = new Map<RealmId, FilePairing>()
  return {
    find: (realmId) => stored.get(realmId),
    findPairing: (realmId) => pairings.get(realmId) ?? firstPairing,
    store: async (realmId, path, pairing = firstPairing) => {
      stored.set(realmId, path)
      pairings.set(realmId, pairing)
    },
    forget: async (realmId) => void stored.delete(realmId),
  }
}
