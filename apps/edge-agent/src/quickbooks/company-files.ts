import { win32 } from 'node:path'
import type { RealmId } from '@bridge/agent-protocol'

/** The paths to the realms' company files, as a person set them or the first session found them. */
export interface CompanyFiles {
  find(realmId: RealmId): string | undefined
  store(realmId: RealmId, path: string): Promise<void>
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
  return {
    find: (realmId) => stored.get(realmId),
    store: async (realmId, path) => void stored.set(realmId, path),
  }
}
