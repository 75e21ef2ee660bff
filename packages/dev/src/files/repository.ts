import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The clone's root folder. */
export const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** Resolves a path inside the clone. */
export function inRepository(...parts: string[]): string {
  return path.join(repository, ...parts)
}
