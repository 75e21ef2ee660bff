import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { libraries } from './libraries.ts'

it('lists the libraries of the guide', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/client-libraries.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| Library \| Language \| Change \|\n\| --- \| --- \| --- \|\n((?:\|.*\n)+)/.exec(guide) ?? []
  const names = table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')[1]
        ?.trim()
        .replace(/ \d[\d.]*(?:, with .*)?$/, ''),
    )
  expect(libraries.flatMap((each) => each.names).toSorted()).toEqual(names.toSorted())
})
