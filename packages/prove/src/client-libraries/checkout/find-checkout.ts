import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Capability } from '../library/capabilities.ts'
import type { ClientLibrary } from '../library/client.ts'
import { programClient } from '../programs/program-client.ts'
import { type RecordingRow, recordingRows } from '../recordings/recordings.ts'

/** A library in a folder. */
export interface Checkout extends ClientLibrary {
  readonly missing: readonly Capability[]
  readonly failingTests?: RecordingRow['failingTests']
  readonly recordingFile: string
  /** The walk in euros, if it is recorded. */
  readonly inEuros?: { readonly recordingFile: string; readonly ownRate: number | undefined }
}

/**
 * Finds out which library a folder has.
 *
 * @throws Error if no driver knows the folder
 */
export function findCheckout(folder: string): Checkout {
  for (const { driver, file, inEuros, ...library } of recordingRows) {
    if (driver === undefined || !existsSync(path.join(folder, driver.marker))) continue
    const missing = Object.keys(library.limits) as Capability[]
    const script = fileURLToPath(new URL(`../programs/${driver.script}`, import.meta.url))
    return {
      ...library,
      missing,
      recordingFile: toPath(file),
      ...(inEuros && { inEuros: { recordingFile: toPath(inEuros.file), ownRate: inEuros.ownRate } }),
      connect: (integration) => {
        const args = [...(driver.options?.(folder) ?? []), script]
        return programClient({ command: path.resolve(folder, driver.command), args, folder }, integration, missing)
      },
    }
  }
  const known = recordingRows.flatMap(({ name, driver }) =>
    driver === undefined ? [] : [`${name} (${driver.marker})`],
  )
  throw new Error(`${folder} has none of ${known.join(', ')}.`)
}

function toPath(file: string): string {
  return fileURLToPath(new URL(`../recordings/${file}`, import.meta.url))
}
