import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openFileAnswerRecord } from './file-answer-record.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answers-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('has its answers after a restart', async () => {
  const before = await openFileAnswerRecord(folder)
  await before.keep('first', Uint8Array.of(1, 2))
  await before.keep('second', Uint8Array.of(3))
  await before.forget(['first', 'never-kept'])

  const after = await openFileAnswerRecord(folder)
  expect(after.ids()).toEqual(['second'])
  expect(await after.find('second')).toEqual(Uint8Array.of(3))
  expect(await after.find('first')).toBeUndefined()
})

it('keeps only the newest answers', async () => {
  const record = await openFileAnswerRecord(folder, { answersMax: 2 })
  for (const id of ['1', '2', '3']) await record.keep(id, new Uint8Array())

  expect(record.ids()).toEqual(['2', '3'])
  expect(await readdir(folder)).toEqual(['2.answer', '3.answer'])
})

it('drops a file that was not finished', async () => {
  await writeFile(join(folder, 'torn.answer.part'), 'x')

  expect((await openFileAnswerRecord(folder)).ids()).toEqual([])
  expect(await readdir(folder)).toEqual([])
})
