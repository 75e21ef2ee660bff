import { expect, it } from 'vitest'
import { openRepository } from './repository.ts'

const { paths, read } = await openRepository()
const readme = read('README.md')

it('the README lists every app and package', () => {
  const folders = paths.flatMap((path) => /^(?:apps|packages)\/([^/]+)\/package\.json$/.exec(path)?.[1] ?? [])
  const parts = readme.slice(readme.indexOf('| Folder | Contents |'))
  const missing = folders.filter((name) => !new RegExp(`\`(?:(?:apps|packages)/)?${name}\``).test(parts))
  expect(folders.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

it('the README and the architecture show the same picture', () => {
  const picture = /```\n portal user[^`]+```/
  expect(picture.exec(readme)?.[0]).toBeDefined()
  expect(picture.exec(read('docs/architecture.md'))?.[0]).toBe(picture.exec(readme)?.[0])
})
