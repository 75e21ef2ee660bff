import { existsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import type { Wine } from './wine.ts'

/** A Debian in a separate folder, whose Wine runs what this machine's does not. */
export interface Debian {
  /** Such as `Debian 13`. */
  readonly name: string
  readonly suite: string
  readonly folder: string
  readonly architectures: readonly string[]
  readonly packages: readonly string[]
}

const cache = path.join(homedir(), '.cache/bridge-service')

export const debians = {
  /** Its Wine 10 runs Node.js 24. */
  installedAgent: {
    name: 'Debian 13',
    suite: 'trixie',
    folder: path.join(cache, 'debian-13'),
    architectures: ['amd64'],
    packages: ['wine64', 'wine'],
  },
  /** Its Wine runs 32-bit programs, too, in the same Windows. */
  bothBitnesses: {
    name: 'Debian 12 for both bitnesses',
    suite: 'bookworm',
    folder: path.join(cache, 'debian-12-both-bitnesses'),
    architectures: ['amd64', 'i386'],
    packages: ['wine64', 'wine32:i386'],
  },
} as const satisfies Record<string, Debian>

/** Mounts end with the program and its children, so the machine stays as it is. */
const enterDebian = `
for folder in /dev /proc /sys "$1"; do mkdir -p "$0$folder" && mount --rbind "$folder" "$0$folder" || exit 1; done
root=$0; shift
exec chroot "$root" "$@"`

/**
 * Returns a Debian's Wine. It needs root, and sees this machine's temporary files.
 *
 * @throws {Error} if the Debian is not installed in its folder
 */
export function findDebianWine({ name, folder, architectures }: Debian): Wine {
  if (!existsSync(folder)) throw new Error(`There is no ${name} in ${folder}. npm run test:windows installs it.`)
  const unshared = ['unshare', '--mount', '--propagation', 'private']
  const enter = [...unshared, 'sh', '-c', enterDebian, folder, tmpdir()]
  return {
    program: [...enter, '/usr/lib/wine/wine64'],
    server: [...enter, '/usr/lib/wine/wineserver64'],
    bits: architectures.includes('i386') ? [64, 32] : [64],
  }
}
