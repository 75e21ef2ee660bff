import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

const templates = path.join(homedir(), '.cache/bridge-service/wine-prefixes')

/** Files no program changes. They are nearly everything a new prefix has. */
const unchanging = /\.(acm|ax|cpl|dll|drv|exe|nls|ocx|sys|tlb)$/i

/**
 * Copies the prefix template into a new folder. Creates the template first if it is missing, which takes seconds,
 * and now and then stalls.
 *
 * @param traits what decides about the template, such as the Wine version
 * @param create creates a prefix, ends its server and returns its folder
 */
export async function copyPrefixTemplate(
  traits: readonly string[],
  destination: string,
  create: () => Promise<string>,
): Promise<void> {
  const template = path.join(templates, createHash('sha256').update(JSON.stringify(traits)).digest('hex').slice(0, 16))
  if (!existsSync(template)) await storeTemplate(await create(), template)
  await copyFolder(template, destination)
}

/** Stores a prefix as a template. Its folder is a complete one or none. */
async function storeTemplate(created: string, template: string): Promise<void> {
  const unfinished = `${template}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(templates, { recursive: true })
  await copyFolder(created, unfinished)
  await rm(created, { recursive: true, force: true, maxRetries: 5 })
  // Another run may have been faster.
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true, force: true }))
}

/** Copies a folder. Files no program changes become hard links if both folders are on one disk. */
async function copyFolder(source: string, destination: string): Promise<void> {
  await mkdir(destination, { recursive: true })
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), path.join(destination, entry.name)]
    if (entry.isDirectory()) await copyFolder(from, to)
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to)
    else if (unchanging.test(entry.name)) await link(from, to).catch(() => copyFile(from, to))
    else await copyFile(from, to)
  }
}
