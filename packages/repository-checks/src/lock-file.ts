import type { Finding } from './finding.ts'
import type { Repository } from './repository.ts'

const lockFile = 'package-lock.json'

interface LockedPackage {
  readonly link?: boolean
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * Finds what keeps `npm ci` from installing the same packages on every platform: optional dependencies without an entry,
 * which npm drops when it writes the file on a machine unable to use them, and entries without a hash.
 */
export function checkLockFile(repository: Repository): Finding[] {
  const text = repository.read(lockFile)
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(text)
  const finding = (location: string, message: string): Finding => ({
    file: lockFile,
    line: lineOf(text, location),
    message,
  })
  return Object.entries(packages).flatMap(([location, { link, integrity, optionalDependencies = {} }]) => {
    const name = location === '' ? 'The root' : location
    const missing = Object.keys(optionalDependencies).filter((dependency) => !isLocked(packages, location, dependency))
    const isUnproved = location.includes('node_modules/') && link !== true && integrity === undefined
    return [
      ...missing.map((dependency) => finding(location, `${name} needs ${dependency}, which is not locked.`)),
      ...(isUnproved ? [finding(location, `${name} has no integrity hash.`)] : []),
    ]
  })
}

/** Looks for the dependency as Node does: in the package's own node_modules folder, then in each one above. */
function isLocked(packages: Readonly<Record<string, LockedPackage>>, location: string, dependency: string): boolean {
  const folders = location.split('/')
  return folders
    .concat('')
    .map((_folder, depth) => [...folders.slice(0, folders.length - depth), 'node_modules', dependency].filter(Boolean))
    .some((candidate) => candidate.join('/') in packages)
}

function lineOf(text: string, location: string): number {
  return text.slice(0, text.indexOf(`${JSON.stringify(location)}: {`)).split('\n').length
}
