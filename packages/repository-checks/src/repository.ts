import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The repository's files: their paths, and their texts on demand. Paths are relative, with forward slashes. */
export interface Repository {
  readonly paths: readonly string[]
  read(file: string): string
}

/** Lists the files git tracks or would add. */
export async function openRepository(): Promise<Repository> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const listed = [...new Set(stdout.split('\0'))].filter((file) => file !== '')
  return {
    paths: listed.filter((file) => existsSync(path.join(root, file))).sort(),
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
  }
}

/** Builds a repository from texts by path, for tests. */
export function repositoryFrom(texts: Record<string, string>): Repository {
  return { paths: Object.keys(texts), read: (file) => texts[file] ?? '' }
}
