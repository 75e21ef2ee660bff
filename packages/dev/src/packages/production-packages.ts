import { z } from 'zod'
import { readJson } from '../files/private-file.ts'
import { inRepository } from '../files/repository.ts'

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

/** Reads the registry packages in package-lock.json, with their folders. */
export async function readLockedPackages() {
  const { packages } = lockSchema.parse(await readJson(inRepository('package-lock.json')))
  return Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
}

/** Lists a production install's registry packages. */
export async function listProductionPackages() {
  return (await readLockedPackages())
    .filter(([, row]) => !(row.dev || row.devOptional || row.optional))
    .map(([folder, { version = '' }]) => ({ name: folder.split('node_modules/').at(-1) ?? '', version }))
}
