import path from 'node:path'
import { z } from 'zod'
import { readJson } from '../files/private-file.ts'
import { inRepository } from '../files/repository.ts'

const names = z.record(z.string(), z.string()).default({})
const rowSchema = z.object({
  link: z.boolean().default(false),
  resolved: z.string().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
})
const lockSchema = z.object({ packages: z.record(z.string(), rowSchema) })

type Row = z.infer<typeof rowSchema>
/** The rows of package-lock.json, by folder. */
export type Lock = Readonly<Record<string, Row>>

/** The folders needed to run programs, relative to the repository. */
export interface RuntimePackages {
  /** The repository's own packages: `apps/portal`. */
  readonly workspaces: readonly string[]
  /** Packages from the registry, some of which are for other platforms: `node_modules/next`. */
  readonly registry: readonly string[]
  /** Links to workspaces: `node_modules/@bridge/server`. */
  readonly links: readonly string[]
}

export async function readLock(): Promise<Lock> {
  return lockSchema.parse(await readJson(inRepository('package-lock.json'))).packages
}

/** Lists what workspaces need at run time, directly and indirectly. */
export function listRuntimePackages(lock: Lock, roots: readonly string[]): RuntimePackages {
  const found = new Set<string>()
  const open = [...roots]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const row = lock[folder]
    if (row === undefined || found.has(folder)) continue
    found.add(folder)
    if (row.link && row.resolved !== undefined) open.push(row.resolved)
    for (const name of listDependencies(row)) open.push(resolve(lock, folder, name))
  }
  const folders = [...found].sort()
  const isLink = (folder: string) => lock[folder]?.link === true
  const isInstalled = (folder: string) => folder.includes('node_modules/')
  return {
    workspaces: folders.filter((folder) => !isInstalled(folder)),
    registry: folders.filter((folder) => isInstalled(folder) && !isLink(folder)),
    links: folders.filter(isLink),
  }
}

function listDependencies({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Row) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]
}

/** Finds a dependency as Node does: in the package's folder, then in each one above. */
function resolve(lock: Lock, folder: string, name: string): string {
  for (let parent = folder; parent !== '.'; parent = path.posix.dirname(parent)) {
    const nested = `${parent}/node_modules/${name}`
    if (lock[nested] !== undefined) return nested
  }
  return `node_modules/${name}`
}
