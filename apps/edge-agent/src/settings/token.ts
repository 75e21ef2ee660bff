import { readFile } from 'node:fs/promises'

/** Returns the token of a file; `undefined` if the file is missing or empty. */
export async function readToken(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || undefined
}
