import { expect, it } from 'vitest'
import { listProductionPackages } from './production-packages.ts'
import { listPackages } from './sbom.ts'

it('lists every package of a production install, and those of this repository by name', async () => {
  const { metadata, components } = await listPackages()
  expect(metadata.component).toMatchObject({ type: 'application', name: 'bridge-service' })
  const names = new Set(components.map(({ name }) => name))
  expect(names).toContain('@bridge/server')
  const installed = (await listProductionPackages()).map(({ name }) => name)
  expect([...names].filter((name) => !name.startsWith('@bridge/')).sort()).toEqual([...new Set(installed)].sort())
})
