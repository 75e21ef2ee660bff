import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Writes `value` as JSON, readable by its owner alone; a reader sees the old content or the new, never a half. */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const unfinished = `${file}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 })
  await chmod(unfinished, 0o600)
  await rename(unfinished, file)
}

/** Reads a JSON file; `undefined` when it is missing or damaged, in which case its content is made anew. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
