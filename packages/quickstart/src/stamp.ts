import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fingerprint } from './fingerprint.ts'
import { inRepository } from './repository.ts'

export interface Product {
  /** Names the stamp. */
  readonly name: string
  /** Files and folders from which it is made. */
  readonly from: readonly string[]
  /** What must be there afterwards. */
  readonly outputs: readonly string[]
  make(): Promise<void>
}

/** Makes a product unless it is there already and nothing of what it is made from has changed; tells whether it did. */
export async function makeUnlessFresh({ name, from, outputs, make }: Product): Promise<boolean> {
  const stamp = inRepository('node_modules', '.cache', 'bridge', name)
  const wanted = await fingerprint(from)
  const isFresh = outputs.every((output) => existsSync(output)) && (await readText(stamp)) === wanted
  if (isFresh) return false
  await make()
  await mkdir(path.dirname(stamp), { recursive: true })
  await writeFile(stamp, wanted)
  return true
}

function readText(file: string) {
  return readFile(file, 'utf8').catch(() => undefined)
}
