import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type CompanyStorage, type Document, DocumentLog, type JsonValue } from '@bridge/emulator'
import { z } from 'zod'
import { lockFile } from '../files/file-lock.ts'
import { SerialQueue } from '../queue/serial-queue.ts'

/** A company file on disk; `close` lets another process open it. */
export interface FileStorage extends CompanyStorage {
  close(): Promise<void>
}

const json: z.ZodType<JsonValue> = z.json()
const headLine = z.object({ format: z.literal('bridge-company-file'), version: z.literal(1) })
const changeLine = z.object({
  version: z.int().positive(),
  documents: z.array(z.object({ kind: z.string(), id: z.string(), value: json })),
})

const head = `${JSON.stringify({ format: 'bridge-company-file', version: 1 })}\n`

/**
 * Opens a company file, a file of lines. Each line contains the documents a message set changed, and is flushed before
 * the message set gets its response. Opening drops an unfinished last line, compacts the file, and locks it until
 * `close`. Rejects if another process has it open or if it is not a company file.
 */
export async function fileStorage(path: string): Promise<FileStorage> {
  const file = resolve(path)
  const lock = await lockFile(`${file}.lock`)
  try {
    const log = await readLog(file)
    await compact(file, log)
    return createStorage(await open(file, 'a', 0o600), log, lock.release)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function readLog(file: string): Promise<DocumentLog> {
  const log = new DocumentLog()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [first = '', ...lines] = text.split('\n')
  if (text === '' || (lines.length === 0 && head.startsWith(first))) return log
  if (!headLine.safeParse(parseLine(first)).success) {
    throw new Error(`${file} is not a simulated company file. Name another file, or remove this one.`)
  }
  lines.forEach((line, index) => {
    const isLast = index === lines.length - 1
    if (isLast) return
    const change = changeLine.safeParse(parseLine(line))
    if (!change.success) {
      throw new Error(`${file} is damaged in line ${index + 2}. Restore it from a copy, or remove it to start again.`)
    }
    log.take(change.data.version, change.data.documents)
  })
  return log
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

// The new content gets its name after it is flushed, so a complete file exists at any time.
async function compact(file: string, log: DocumentLog): Promise<void> {
  const part = `${file}.part`
  const { version, documents } = log.since(undefined)
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.writeFile(version === 0 ? head : head + serializeLine(version, documents))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, file)
  await syncFolder(dirname(file))
}

function serializeLine(version: number, documents: readonly Document[]): string {
  return `${JSON.stringify({ version, documents })}\n`
}

// Windows cannot open a folder to flush it; its file system writes the new name without that.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function createStorage(file: FileHandle, log: DocumentLog, release: () => Promise<void>): FileStorage {
  const queue = new SerialQueue()

  return {
    exclusive: (sinceVersion, work) =>
      queue.run(async () => {
        const { changes, result } = work(log.since(sinceVersion))
        if (changes.length > 0) {
          await append(file, serializeLine(log.version + 1, changes))
          log.take(log.version + 1, changes)
        }
        return { version: log.version, result }
      }),
    close: () =>
      queue.run(async () => {
        await file.close()
        await release()
      }),
  }
}

// A partly written line is removed, so the next one does not continue it.
async function append(file: FileHandle, line: string): Promise<void> {
  const { size } = await file.stat()
  try {
    await file.appendFile(line)
    await file.datasync()
  } catch (error) {
    await file.truncate(size)
    throw error
  }
}
