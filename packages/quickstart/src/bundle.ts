import path from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Keeps installed packages out of the bundle; the packages of this repository are TypeScript and go into it. */
const externalPackages: Plugin = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
      if (kind === 'entry-point' || name.startsWith('@bridge/') || path.isAbsolute(name)) return undefined
      return { path: name, external: true }
    })
  },
}

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
  plugins: [externalPackages],
})
