import { expect, it } from 'vitest'
import { openRepository } from './repository.ts'

const kinds = [
  { script: 'test:slow', pattern: /\.slow\.test\.tsx?$/ },
  { script: 'test:unit', pattern: /(?<!\.slow)\.test\.tsx?$/ },
] as const

it.each(kinds)('$script is a script of every package that has such tests', async ({ script, pattern }) => {
  const { paths, read } = await openRepository()
  const tests = paths.filter((file) => /^(apps|packages)\//.test(file) && pattern.test(file))
  const folders = [...new Set(tests.map((file) => file.split('/').slice(0, 2).join('/')))]
  const without = folders.filter((folder) => !(script in JSON.parse(read(`${folder}/package.json`)).scripts))
  expect(folders.length).toBeGreaterThan(4)
  expect(without).toEqual([])
})
