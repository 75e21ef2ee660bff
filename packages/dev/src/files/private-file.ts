import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Creates a folder only its owner can enter, or closes one others can enter. */
export async function closeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** Keeps a folder's contents out of Git, where the folder is inside a clone. */
export async function hideFromGit(folder: string): Promise<void> {
  const file = path.join(folder, '.gitignore')
  if (!existsSync(file)) await writeFile(file, '*\n')
}

/** Writes `value` as JSON atomically, readable only by its owner. */
export function writePrivateJson(file: string, value: unknown): Promise<void> {
  return writePrivateText(file, `${JSON.stringify(value, undefined, 2)}\n`)
}

/** Writes a text file atomically, readable only by its owner. */
export async function writePrivateText(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.unfinished`
  await writeFile(unfinished, text, { mode: 0o600 })
  await chmod(unfinished, 0o600)
  await rename(unfinished, file)
}

/** Reads a JSON file. Returns undefined when it is missing or damaged. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
