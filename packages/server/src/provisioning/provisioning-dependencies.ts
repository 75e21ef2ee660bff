import type { Dependencies } from '../dependencies.ts'

/** What provisioning needs of the world. */
export type ProvisioningDependencies = Pick<Dependencies, 'database' | 'clock'>
