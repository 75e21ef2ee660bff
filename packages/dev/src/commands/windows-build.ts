import { buildInstaller } from '@bridge/edge-agent/windows-installer'
import { inRepository } from '../files/repository.ts'
import { ensurePrograms } from '../machine/debian-packages.ts'
import { readEnv } from '../service/env.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: { 'release-keys': { type: 'string' }, hosts: { type: 'string' } },
  run: ({ 'release-keys': releaseKeys, hosts }) => buildWindows({ releaseKeys, hosts }),
})

/** Programs for building the installer, with their Debian packages. */
export const windowsBuildRequirements = [
  { program: 'makensis', packages: ['nsis'] },
  { program: 'x86_64-w64-mingw32-gcc', packages: ['gcc-mingw-w64-x86-64'] },
  { program: 'i686-w64-mingw32-gcc', packages: ['gcc-mingw-w64-i686'] },
] as const

const releaseFolder = '.bridge/windows'
const unsigned =
  'The installer and its programs are not signed: Windows warns the users who start it, and a managed PC may block it. ' +
  'WINDOWS_SIGN_COMMAND signs them.'
const otherHosts =
  'Another compiler built the COM hosts than those of their version, so QuickBooks would ask its Admin again. ' +
  '--hosts FOLDER takes those of an earlier release.'
const withoutKeys = 'Without --release-keys FILE, installations do not update themselves.'

interface WindowsBuildOptions {
  /** The file with the public keys for signing updates. */
  readonly releaseKeys: string | undefined
  /** The folder with the COM hosts of an earlier release. */
  readonly hosts: string | undefined
}

/**
 * `npm run windows:build`: builds the Windows agent's installer, and its version's files, which make up updates.
 * Returns the exit code.
 */
async function buildWindows({ releaseKeys, hosts }: WindowsBuildOptions): Promise<number> {
  const { windowsSignCommand: signCommand, windowsHostSignCommand: hostSignCommand } = readEnv()
  const missing = await terminalProgress.step('NSIS and mingw-w64', () => ensurePrograms(windowsBuildRequirements))
  if (missing.length > 0) {
    process.stdout.write(`The installer cannot be built: ${missing.join(', ')} is not installed.\n`)
    return 1
  }
  const { path, bytes, sha256, files, hasOtherHosts } = await terminalProgress.step(
    'Installer of the agent for Windows',
    () =>
      buildInstaller({
        releaseFolder: inRepository(releaseFolder),
        workFolder: inRepository('.bridge/windows-build'),
        releaseKeys,
        signCommand,
        hostSignCommand,
        hosts,
      }),
  )
  process.stdout.write(`
  Installer  ${path} (${(bytes / 1e6).toFixed(1)} MB)
  SHA-256    ${sha256}
  Update     ${files}
  Offer it   npm start does, and npm run release packs it; elsewhere AGENT_RELEASE_DIR=${inRepository(releaseFolder)}

${releaseKeys === undefined ? withoutKeys : 'npm run windows:sign-manifest signs the update.'}
${signCommand === undefined ? unsigned : 'The installer and its programs are signed.'}
${hasOtherHosts ? `${otherHosts}\n` : ''}`)
  return 0
}
