import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponseLog } from './response-log.ts'

interface FileResponseLogOptions {
  readonly maxResponses?: number
}

const suffix = '.response'
/** The suffixes of files and folders before protocol messages were renamed. */
const formerSuffix = '.answer'
const formerFolderSuffix = '.answers'

/**
 * Opens a company file's log, which is the folder `<companyFile>.responses`, with one file for each response. A file
 * gets its name once it is complete and flushed; unfinished ones are removed. Responses an earlier version of the agent
 * stored are kept.
 */
export async function openFileResponseLog(
  companyFile: string,
  { maxResponses = 64 }: FileResponseLogOptions = {},
): Promise<ResponseLog> {
  const folder = `${companyFile}.responses`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await moveFormerResponses(companyFile + formerFolderSuffix, folder)
  const getPath = (id: string) => join(folder, id + suffix)

  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => name.endsWith('.part')).map((name) => rm(join(folder, name), { force: true })),
  )
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(suffix))
      .map(async (name) => ({ id: name.slice(0, -suffix.length), at: (await stat(join(folder, name))).mtimeMs })),
  )
  const stored = new Set(found.sort((left, right) => left.at - right.at).map(({ id }) => id))

  const write = async (id: string, payload: Uint8Array): Promise<void> => {
    const part = `${getPath(id)}.part`
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(payload)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, getPath(id))
  }

  return {
    store: async (id, payload) => {
      await write(id, payload)
      stored.add(id)
      for (const oldest of stored) {
        if (stored.size <= maxResponses) break
        stored.delete(oldest)
        await rm(getPath(oldest), { force: true })
      }
    },
    find: async (id) => (stored.has(id) ? new Uint8Array(await readFile(getPath(id))) : undefined),
    remove: async (ids) => {
      for (const id of ids) {
        if (stored.delete(id)) await rm(getPath(id), { force: true })
      }
    },
    ids: () => [...stored],
  }
}

/** Moves the former folder's files; their times, and so their order, stay. */
async function moveFormerResponses(formerFolder: string, folder: string): Promise<void> {
  const names = await readdir(formerFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (names === undefined) return
  for (const name of names.filter((each) => each.endsWith(formerSuffix))) {
    await rename(join(formerFolder, name), join(folder, name.slice(0, -formerSuffix.length) + suffix))
  }
  await rm(formerFolder, { recursive: true, force: true })
}
