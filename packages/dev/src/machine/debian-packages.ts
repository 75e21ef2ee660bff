import { existsSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'

/** Installs Debian or Ubuntu packages, as root or with `sudo`. Returns without an error where that is impossible. */
export async function installDebianPackages(packages: readonly string[]): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const waiting = ['-o', 'DPkg::Lock::Timeout=120']
  for (const args of [
    ['apt-get', ...waiting, 'update', '-q'],
    ['apt-get', ...waiting, 'install', '-y', '-q', '--no-install-recommends', ...packages],
  ]) {
    const [command = '', ...rest] = [...asRoot, ...args]
    await execa(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' }, reject: false, stdin: 'ignore' })
  }
}

/** A required program, and its Debian packages. */
export interface RequiredProgram {
  readonly program: string
  /** A file that it needs from another package. */
  readonly library?: string
  readonly packages: readonly string[]
}

/** Installs missing programs, on Linux on x64. Returns the names of those it could not install. */
export async function ensurePrograms(requirements: readonly RequiredProgram[]): Promise<string[]> {
  const missing = requirements.filter((requirement) => !isInstalled(requirement))
  if (missing.length > 0 && process.platform === 'linux' && process.arch === 'x64') {
    await installDebianPackages(missing.flatMap(({ packages }) => packages))
  }
  return missing.filter((requirement) => !isInstalled(requirement)).map(({ program }) => program)
}

function isInstalled({ program, library }: RequiredProgram): boolean {
  // Debian's wine64 is not on the path.
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/lib/wine']
  return folders.some((folder) => existsSync(path.join(folder, program))) && (!library || existsSync(library))
}
