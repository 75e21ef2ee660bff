import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildFrameFuzzer } from '../../windows/testing/build.ts'

const run = promisify(execFile)
let folder: string
let fuzzer: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-fuzzer-'))
  fuzzer = await buildFrameFuzzer(folder)
})

afterAll(() => rm(folder, { recursive: true }))

it.each([1, 2, 3])('reads 20,000 mutated streams within its limits, with seed %i', async (seed) => {
  const { stdout } = await run(fuzzer, ['20000', String(seed)])
  const [, read, rejected] = /^(\d+) frames read, (\d+) streams rejected/.exec(stdout) ?? []
  expect(Number(read)).toBeGreaterThan(1000)
  expect(Number(rejected)).toBeGreaterThan(1000)
})
