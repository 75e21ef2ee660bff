import path from 'node:path'
import { build } from 'esbuild'
import { externalPackages } from './external-packages.ts'

const [source, bundle] = process.argv.slice(2)
if (source === undefined || bundle === undefined) throw new Error('Usage: bundle.ts SOURCE BUNDLE')

await build({
  entryPoints: [source],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [externalPackages(path.dirname(path.resolve(bundle)))],
})
