import { debians } from '@bridge/edge-agent/testing/debian-wine'
import { ensureDebian } from './debian-folder.ts'
import { ensurePrograms } from './debian-packages.ts'

/** Programs that build and run the COM host, with the packages of Debian that have them. */
export const hostRequirements = [
  { program: 'wine64', packages: ['wine64', 'wine'] },
  { program: 'x86_64-w64-mingw32-gcc', packages: ['gcc-mingw-w64-x86-64'] },
  { program: 'i686-w64-mingw32-gcc', packages: ['gcc-mingw-w64-i686'] },
  { program: 'gcc', packages: ['gcc', 'libc6-dev'] },
] as const

/** Programs that build the installer, too. */
export const installerRequirements = [...hostRequirements, { program: 'makensis', packages: ['nsis'] }] as const

/** Installs what builds and runs the installed agent, where that is possible. Returns why it is not, if it is not. */
export async function ensureInstalledAgent(): Promise<string | undefined> {
  const missing = await ensurePrograms(installerRequirements)
  return missing.length > 0 ? `${missing.join(', ')} is not installed` : ensureDebian(debians.installedAgent)
}
