import { readdir, rename as renameFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readProgram } from './windows-program.ts'

/** The COM hosts. */
export const hostNames: readonly string[] = ['qbhost32.exe', 'qbhost64.exe']

/** A host that was replaced while it ran. */
const replacedPattern = /^qbhost(32|64)\.exe\.\d{1,9}\.old$/

/** A host that is neither in its place nor can be put there. */
export class HostMissingError extends Error {
  override readonly name = 'HostMissingError'
}

/** Whether a release file is a COM host. */
export function isHost(name: string): boolean {
  return hostNames.includes(name)
}

/**
 * Returns the folder of an installation's hosts, which is the same for all its versions: next to the launcher. An agent
 * that is in no folder of versions has its hosts next to it.
 *
 * @param agentFolder the folder with the running `agent.cjs`
 */
export function findHostFolder(agentFolder: string): string {
  const versions = dirname(agentFolder)
  return basename(versions) === 'versions' ? dirname(versions) : agentFolder
}

interface InstallOptions {
  /** The running version's folder, in which an installer or an agent of an earlier layout has left the hosts. */
  readonly from: string
  readonly to: string
  readonly rename?: typeof renameFile
}

/**
 * Moves delivered hosts into their place. A host whose bytes are the same stays untouched, so QuickBooks, which knows a
 * program by its path and certificate, does not ask its Admin again. Each step is a rename, which needs no room on the
 * disk and happens as a whole, and the next start completes what a stop interrupts.
 *
 * @throws {HostMissingError} if a host is not in its place afterwards
 */
export async function installHosts({ from, to, rename = renameFile }: InstallOptions): Promise<void> {
  if (from === to) return
  await removeReplaced(to)
  for (const name of hostNames) {
    await installHost(join(from, name), join(to, name), rename).catch(async (error: unknown) => {
      // The agent works with the host before this one, too; the next start tries again.
      if ((await readProgram(join(to, name))) !== undefined) return
      throw new HostMissingError(
        `${join(to, name)}, which calls QuickBooks, is missing or damaged. Run the agent's installer again.`,
        { cause: error },
      )
    })
  }
}

async function installHost(delivered: string, installed: string, rename: typeof renameFile): Promise<void> {
  const next = await readProgram(delivered)
  const current = await readProgram(installed)
  if (next === undefined) {
    if (current === undefined) throw new Error('No host was delivered.')
    return
  }
  if (current?.equals(next)) return removeFile(delivered)
  try {
    await rename(delivered, installed)
  } catch {
    await replaceRunning(delivered, installed, rename)
  }
}

/** Replaces a program that runs: Windows allows it to be renamed, and not to be overwritten. */
async function replaceRunning(delivered: string, installed: string, rename: typeof renameFile): Promise<void> {
  const replaced = `${installed}.${process.pid}.old`
  await rename(installed, replaced)
  try {
    await rename(delivered, installed)
  } catch (error) {
    await rename(replaced, installed)
    throw error
  }
}

/** Removes the hosts that ran when they were replaced. One that still runs cannot be removed before the next start. */
async function removeReplaced(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => replacedPattern.test(each))) await removeFile(join(folder, name))
}

/** Removes a file that is not needed, sooner or later. */
async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined)
}
