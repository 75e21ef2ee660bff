import type { Dependencies } from '../dependencies.ts'

/** What a provisioning operation is handed. */
export type ProvisioningDependencies = Pick<Dependencies, 'database' | 'clock'>
