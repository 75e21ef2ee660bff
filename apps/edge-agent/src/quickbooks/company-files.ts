import { realpath } from 'node:fs/promises'
import { win32 } from 'node:path'
import type { RealmId } from '@bridge/agent-protocol'

/**
 * The paths to the realms' company files, as a person set them or the first session found them, and the names of their
 * companies in QuickBooks' title.
 */
export interface CompanyFiles {
  find(realmId: RealmId): string | undefined
  /** Returns how a realm got its path: under the number 0 and the realm's name from an older agent or a person. */
  findPairing(realmId: RealmId): FilePairing
  store(realmId: RealmId, path: string, pairing?: FilePairing): Promise<void>
  forget(realmId: RealmId): Promise<void>
  /** Returns the company's name as last seen while this path was open. */
  findCompany(realmId: RealmId): string | undefined
  storeCompany(realmId: RealmId, company: string): Promise<void>
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

/** Returns a file's path without mapped drives and links, or the path itself if it cannot be resolved. */
export type ResolvePath = (path: string) => Promise<string>

/** Resolves a path with Windows, which names the server and share of a mapped drive. */
export function resolveWindowsPath(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

/** Whether two Windows paths name the same file, however a person wrote its drive or server. */
export async function isSameFile(left: string, right: string, resolve: ResolvePath): Promise<boolean> {
  if (isSamePath(left, right)) return true
  const [resolvedLeft, resolvedRight] = await Promise.all([resolve(left), resolve(right)])
  return isSamePath(resolvedLeft, resolvedRight)
}

/** Whether two Windows paths are the same as they are written. */
export function isSamePath(left: string, right: string): boolean {
  return normalize(left) === normalize(right)
}

function normalize(path: string): string {
  return toWindowsPath(path).normalize('NFC').toUpperCase()
}

/** Returns a path as QuickBooks takes it: with backslashes. */
export function toWindowsPath(path: string): string {
  return win32.normalize(path.trim())
}

/** Whether a path names a drive or a server, so that every program finds the same file. */
export function isFullPath(path: string): boolean {
  return /^(?:[A-Za-z]:\\|\\\\[^\\]+\\[^\\]+\\)[^\\]/.test(toWindowsPath(path))
}

/** Keeps the paths in memory. */
export function memoryCompanyFiles(
  paths: Iterable<readonly [RealmId, string]> = [],
  names: Iterable<readonly [RealmId, string]> = [],
): CompanyFiles {
  const stored = new Map(paths)
  const pairings = new Map<RealmId, FilePairing>()
  const companies = new Map(names)
  return {
    find: (realmId) => stored.get(realmId),
    findPairing: (realmId) => pairings.get(realmId) ?? firstPairing,
    store: async (realmId, path, pairing = firstPairing) => {
      stored.set(realmId, path)
      pairings.set(realmId, pairing)
    },
    forget: async (realmId) => {
      stored.delete(realmId)
      companies.delete(realmId)
    },
    findCompany: (realmId) => companies.get(realmId),
    storeCompany: async (realmId, company) => void companies.set(realmId, company),
  }
}
