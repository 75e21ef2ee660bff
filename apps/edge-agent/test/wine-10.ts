import { existsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import type { Wine } from './wine.ts'

/** A folder with Debian 13, whose Wine 10 runs Node.js 24. The Wine of Debian 12 does not. */
export const debian13Folder = path.join(homedir(), '.cache/bridge-service/debian-13')

/** Mounts end with the program and its children, so that the machine stays as it is. */
const enterDebian = `
for folder in /dev /proc /sys "$1"; do mkdir -p "$0$folder" && mount --rbind "$folder" "$0$folder" || exit 1; done
root=$0; shift
exec chroot "$root" "$@"`

/**
 * Returns Wine 10. It needs root, and sees the temporary files of this machine.
 *
 * @throws {Error} if Debian 13 is not installed in its folder
 */
export function findWine10(): Wine {
  if (!existsSync(debian13Folder)) {
    throw new Error(`There is no Debian 13 in ${debian13Folder}. npm run test:windows installs it.`)
  }
  const unshared = ['unshare', '--mount', '--propagation', 'private']
  const enter = [...unshared, 'sh', '-c', enterDebian, debian13Folder, tmpdir()]
  return {
    program: [...enter, '/usr/lib/wine/wine64'],
    server: [...enter, '/usr/lib/wine/wineserver64'],
  }
}
