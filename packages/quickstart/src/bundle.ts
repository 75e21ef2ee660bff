import { bundleProgram } from './bundle-program.ts'

const [source, bundle] = process.argv.slice(2)
if (source === undefined || bundle === undefined) throw new Error('Usage: bundle.ts SOURCE BUNDLE')

await bundleProgram(source, bundle, { sourcemap: true })
