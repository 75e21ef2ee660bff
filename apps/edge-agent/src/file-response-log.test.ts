import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileResponseLog } from './file-response-log.ts'

let folder: string
let companyFile: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'responses-'))
  companyFile = join(folder, 'company.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

it('keeps its responses after a restart', async () => {
  const before = await openFileResponseLog(companyFile)
  await before.store('first', Uint8Array.of(1, 2))
  await before.store('second', Uint8Array.of(3))
  await before.remove(['first', 'never-stored'])

  const after = await openFileResponseLog(companyFile)
  expect(after.ids()).toEqual(['second'])
  expect(await after.find('second')).toEqual(Uint8Array.of(3))
  expect(await after.find('first')).toBeUndefined()
})

it('keeps the newest responses only', async () => {
  const log = await openFileResponseLog(companyFile, { maxResponses: 2 })
  for (const id of ['1', '2', '3']) await log.store(id, new Uint8Array())

  expect(log.ids()).toEqual(['2', '3'])
  expect(await readdir(`${companyFile}.responses`)).toEqual(['2.response', '3.response'])
})

it('removes an unfinished file', async () => {
  await mkdir(`${companyFile}.responses`)
  await writeFile(join(`${companyFile}.responses`, 'torn.response.part'), 'x')

  expect((await openFileResponseLog(companyFile)).ids()).toEqual([])
  expect(await readdir(`${companyFile}.responses`)).toEqual([])
})

describe('the response folder of an earlier version', () => {
  it('the response folder of an earlier version is moved with its responses, oldest first', async () => {
    const former = `${companyFile}.answers`
    await mkdir(former)
    for (const [id, seconds] of [
      ['newer', 2_000],
      ['older', 1_000],
    ] as const) {
      await writeFile(join(former, `${id}.answer`), id)
      await utimes(join(former, `${id}.answer`), seconds, seconds)
    }
    await writeFile(join(former, 'torn.answer.part'), 'x')

    const log = await openFileResponseLog(companyFile)
    expect(log.ids()).toEqual(['older', 'newer'])
    expect(await log.find('older')).toEqual(new TextEncoder().encode('older'))
    expect(await readdir(folder)).toEqual(['company.jsonl.responses'])
    expect((await openFileResponseLog(companyFile)).ids()).toEqual(['older', 'newer'])
  })
})
