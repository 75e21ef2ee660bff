import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document } from '@bridge/emulator'
import { describeStorage } from '@bridge/emulator/storage-contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileStorage, fileStorage } from './file-storage.ts'

function newFolder() {
  return mkdtemp(join(tmpdir(), 'company-'))
}
function note(id: string, value: string | null): Document {
  return { kind: 'Note', id, value }
}
function store(storage: FileStorage, ...changes: Document[]) {
  return storage.exclusive(undefined, () => ({ changes, result: undefined }))
}
async function documentsIn(storage: FileStorage) {
  return (await storage.exclusive(undefined, (delta) => ({ changes: [], result: delta }))).result
}

describeStorage('a file', async () => {
  const folder = await newFolder()
  const path = join(folder, 'company.jsonl')
  let storage = await fileStorage(path)
  return {
    storage,
    async reopen() {
      await storage.close()
      storage = await fileStorage(path)
      return storage
    },
    async close() {
      await storage.close()
      await rm(folder, { recursive: true })
    },
  }
})

describe('the file of a simulated company', () => {
  let folder: string
  let path: string

  beforeEach(async () => {
    folder = await newFolder()
    path = join(folder, 'company.jsonl')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const fill = async (...changes: Document[]) => {
    const storage = await fileStorage(path)
    for (const change of changes) await store(storage, change)
    await storage.close()
  }

  it('drops an unfinished last line', async () => {
    await fill(note('a', 'one'))
    await appendFile(path, '{"version":2,"documents":[{"kind":"No')
    const storage = await fileStorage(path)
    expect(await documentsIn(storage)).toEqual({ version: 1, complete: true, documents: [note('a', 'one')] })
    await store(storage, note('b', 'two'))
    await storage.close()
    const again = await fileStorage(path)
    expect(await documentsIn(again)).toMatchObject({ version: 2, documents: [note('a', 'one'), note('b', 'two')] })
    await again.close()
  })

  it('drops outdated documents when it is opened', async () => {
    await fill(note('a', 'first'), note('a', 'second'), note('b', 'gone'), note('b', null))
    await fill()
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[1] ?? '')).toEqual({ version: 4, documents: [note('a', 'second')] })
  })

  it('rejects a file with a damaged line and leaves it unchanged', async () => {
    await fill(note('a', 'one'))
    await appendFile(path, 'garbage\n{"version":2,"documents":[]}\n')
    const before = await readFile(path, 'utf8')
    await expect(fileStorage(path)).rejects.toThrow('is damaged in line 3')
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  it('rejects a file of another format and leaves it unchanged', async () => {
    await writeFile(path, 'my shopping list\n')
    await expect(fileStorage(path)).rejects.toThrow('is not a simulated company file')
    expect(await readFile(path, 'utf8')).toBe('my shopping list\n')
  })

  it('the file of a simulated company can be opened once at a time', async () => {
    const storage = await fileStorage(path)
    await expect(fileStorage(path)).rejects.toThrow(`is in use by process ${process.pid}`)
    await storage.close()
    await (await fileStorage(path)).close()
  })

  it('replaces the lock of a process that ended, not that of a running one', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    await once(child, 'spawn')
    await writeFile(`${path}.lock`, String(child.pid))
    await expect(fileStorage(path)).rejects.toThrow(`is in use by process ${child.pid}`)
    child.kill()
    await once(child, 'exit')
    await (await fileStorage(path)).close()
  })

  it.runIf(process.platform === 'linux')('replaces the lock of a process whose ID another one has by now', async () => {
    const storage = await fileStorage(path)
    const lock = await readFile(`${path}.lock`, 'utf8')
    await storage.close()
    // A running process's ID, with this process's start.
    await writeFile(`${path}.lock`, lock.replace(/^\d+/, String(process.ppid)))
    await (await fileStorage(path)).close()
  })
})
