import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'

describe('a program', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'program-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** Starts a program doing something on SIGTERM. */
  async function start(onSignal: string) {
    const file = path.join(folder, 'program.mjs')
    const ready = path.join(folder, 'ready')
    await writeFile(
      file,
      `import { writeFileSync } from 'node:fs'
       process.on('SIGTERM', () => { ${onSignal} })
       setInterval(() => {}, 1000)
       writeFileSync(process.env.READY_FILE, '')`,
    )
    const program = createProgram({
      name: 'program',
      args: [file],
      env: { READY_FILE: ready },
      isReady: () =>
        access(ready).then(
          () => true,
          () => false,
        ),
      onUnexpectedEnd: () => undefined,
    })
    await program.start()
    return program
  }

  it('ends cleanly on SIGTERM', async () => {
    const program = await start('process.exit(0)')
    await expect(program.end('SIGTERM')).resolves.toBeUndefined()
  })

  it('fails where it was ended by its own limit', async () => {
    const program = await start('process.exit(1)')
    await expect(program.end('SIGTERM')).rejects.toThrow('program ended with 1 after SIGTERM.')
  })

  it('may end in any way that is not SIGTERM', async () => {
    const program = await start('')
    await expect(program.end('SIGKILL')).resolves.toBeUndefined()
  })
})
