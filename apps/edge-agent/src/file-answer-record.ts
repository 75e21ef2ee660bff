import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerRecord } from './answer-record.ts'

interface RecordLimits {
  readonly answersMax?: number
}

const suffix = '.answer'

/**
 * A record that survives the process: one file an answer in `folder`, written whole and flushed before it gets
 * its name. Files that were not finished are removed when the folder is opened.
 */
export async function openFileAnswerRecord(
  folder: string,
  { answersMax = 64 }: RecordLimits = {},
): Promise<AnswerRecord> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => join(folder, id + suffix)
  const remove = (name: string) => rm(join(folder, name), { force: true })

  const names = await readdir(folder)
  await Promise.all(names.filter((name) => name.endsWith('.part')).map(remove))
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(suffix))
      .map(async (name) => ({ id: name.slice(0, -suffix.length), at: (await stat(join(folder, name))).mtimeMs })),
  )
  const kept = new Set(found.sort((left, right) => left.at - right.at).map(({ id }) => id))

  const write = async (id: string, payload: Uint8Array): Promise<void> => {
    const part = `${pathOf(id)}.part`
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(payload)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, pathOf(id))
  }

  return {
    keep: async (id, payload) => {
      await write(id, payload)
      kept.add(id)
      for (const oldest of kept) {
        if (kept.size <= answersMax) break
        kept.delete(oldest)
        await remove(oldest + suffix)
      }
    },
    find: async (id) => (kept.has(id) ? new Uint8Array(await readFile(pathOf(id))) : undefined),
    forget: async (ids) => {
      for (const id of ids) {
        if (kept.delete(id)) await remove(id + suffix)
      }
    },
    ids: () => [...kept],
  }
}
