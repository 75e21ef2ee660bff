import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Finds libfaketime where Linux distributions install it: in a folder below /usr/lib, mostly one for the platform. */
export function findLibfaketime(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const platforms = readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name))
  const files = ['/usr/lib', '/usr/lib64', '/usr/local/lib', ...platforms].map((folder) =>
    path.join(folder, 'faketime/libfaketimeMT.so.1'),
  )
  return files.find((file) => existsSync(file))
}
