import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const skippedFolders = new Set(['node_modules', 'dist', '.next', '.turbo', 'e2e', 'test-results'])

/** A hash over the paths and contents of files, and of the files below folders, without tests and build output. */
export async function fingerprint(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map(list))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256').update(process.versions.node)
  files.forEach((file, index) => {
    hash.update(`\0${file}\0`).update(contents[index] ?? '')
  })
  return hash.digest('hex')
}

async function list(target: string): Promise<string[]> {
  const entries = await readdir(target, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (!entries) return [target]
  const nested = entries.map((entry) => {
    const child = path.join(target, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : list(child)
    return entry.isFile() && !/\.test\.tsx?$|\.md$|next-env\.d\.ts$/.test(entry.name) ? [child] : []
  })
  return (await Promise.all(nested)).flat()
}
