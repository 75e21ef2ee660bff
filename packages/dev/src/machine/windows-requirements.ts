import { debians } from '@bridge/edge-agent/testing/debian-wine'
import { ensureDebian } from './debian-folder.ts'
import { ensurePrograms } from './debian-packages.ts'

/** Programs for building and running the COM host, with their Debian packages. */
export const hostRequirements = [
  { program: 'wine64', packages: ['wine64', 'wine'] },
  { program: 'x86_64-w64-mingw32-gcc', packages: ['gcc-mingw-w64-x86-64'] },
  { program: 'i686-w64-mingw32-gcc', packages: ['gcc-mingw-w64-i686'] },
  { program: 'gcc', packages: ['gcc', 'libc6-dev'] },
] as const

/** Programs for building the installer, too. */
export const installerRequirements = [...hostRequirements, { program: 'makensis', packages: ['nsis'] }] as const

/** Installs what builds and runs the installed agent, where possible. Returns why it is impossible, if it is. */
export async function ensureInstalledAgent(): Promise<string | undefined> {
  const missing = await ensurePrograms(installerRequirements)
  return missing.length > 0 ? `${missing.join(', ')} is not installed` : ensureDebian(debians.installedAgent)
}
