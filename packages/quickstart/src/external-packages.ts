import { mkdir } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'esbuild'

const resolving = Symbol('resolving')

/**
 * Keeps installed packages out of a bundle that is written to `folder`; the packages of this repository are TypeScript
 * and go into it. So does a package that Node would not find, or would find in another version, from that folder.
 */
export function externalPackages(folder: string): Plugin {
  return {
    name: 'external-packages',
    setup({ onStart, onResolve, resolve }) {
      // esbuild resolves nothing from a folder that does not exist.
      onStart(async () => {
        await mkdir(folder, { recursive: true })
      })
      onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || name.startsWith('@bridge/') || path.isAbsolute(name)) return undefined
        if (pluginData === resolving) return undefined
        if (isBuiltin(name)) return { path: name, external: true }
        const [imported, found] = await Promise.all(
          [resolveDir, folder].map((from) => resolve(name, { kind, resolveDir: from, pluginData: resolving })),
        )
        return imported?.path === found?.path ? { path: name, external: true } : undefined
      })
    },
  }
}
