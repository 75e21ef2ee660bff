import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the clone. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** A path inside the clone. */
export const inRepository = (...parts: string[]): string => path.join(repository, ...parts)
