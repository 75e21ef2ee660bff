import { z } from 'zod'
import { readJson } from './private-file.ts'
import { inRepository } from './repository.ts'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
})

/** Reads the rows of package-lock.json that are packages of a registry, with their folders. */
export async function readLockedPackages() {
  const { packages } = lockSchema.parse(await readJson(inRepository('package-lock.json')))
  return Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
}

/** Lists the packages of a registry that a production install has. */
export async function listProductionPackages() {
  return (await readLockedPackages())
    .filter(([, row]) => !(row.dev || row.devOptional || row.optional))
    .map(([folder, { version = '' }]) => ({ name: folder.split('node_modules/').at(-1) ?? '', version }))
}
