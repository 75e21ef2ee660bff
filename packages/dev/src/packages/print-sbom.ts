import { listPackages } from './sbom.ts'

process.stdout.write(`${JSON.stringify(await listPackages(), null, 2)}\n`)
