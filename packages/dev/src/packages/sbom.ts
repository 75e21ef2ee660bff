import { execa } from 'execa'
import { z } from 'zod'
import { repository } from '../files/repository.ts'
import { listProductionPackages } from './production-packages.ts'

const componentSchema = z.looseObject({ 'bom-ref': z.string(), name: z.string() })

const sbomSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
})

type Component = z.output<typeof componentSchema>

/**
 * Lists a production install's packages as CycloneDX. npm would omit those needed by a program and named in a test,
 * too, and names this repository's packages after their folders.
 */
export async function listPackages(): Promise<z.output<typeof sbomSchema>> {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const [{ stdout }, installed] = await Promise.all([
    execa('npm', ['sbom', ...options], { cwd: repository }),
    listProductionPackages(),
  ])
  const { metadata, components, dependencies, ...rest } = sbomSchema.parse(JSON.parse(stdout))
  const own = components
    .map((component) => component['bom-ref'])
    .filter((reference) => reference.startsWith('@bridge/'))
  const kept = new Set([
    metadata.component['bom-ref'],
    ...own,
    ...installed.map(({ name, version }) => `${name}@${version}`),
  ])
  return {
    ...rest,
    metadata: { ...metadata, component: withName(metadata.component) },
    components: components.filter((component) => kept.has(component['bom-ref'])).map(withName),
    dependencies: dependencies
      .filter(({ ref }) => kept.has(ref))
      .map((row) => ({ ...row, dependsOn: row.dependsOn.filter((reference) => kept.has(reference)) })),
  }
}

/** Returns the component with its package name, which precedes the version in its reference. */
function withName(component: Component): Component {
  const reference = component['bom-ref']
  return { ...component, name: reference.slice(0, reference.lastIndexOf('@')) }
}
