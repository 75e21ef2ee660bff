import { describe, expect, it } from 'vitest'
import { checkCitations } from './citations.ts'
import type { ProseKind } from './prose.ts'
import { repositoryFrom } from './repository.ts'

const repository = repositoryFrom({
  'docs/page.md': '# Page\n\n## Error recovery\n',
  'packages/one/src/main.ts': '',
  'packages/one/src/rows/text.ts': '',
})

describe('checkCitations', () => {
  it('reports a path that does not exist', () => {
    expect(messages('comment', 'See docs/other.md.')).toEqual(['docs/other.md does not exist.'])
    expect(messages('markdown', 'See `packages/two/src`.')).toEqual(['packages/two/src does not exist.'])
  })

  it('reports a file name that no file has', () => {
    expect(messages('comment', 'Like gone.ts.')).toEqual(['There is no file gone.ts.'])
  })

  it('reports a link that leads nowhere', () => {
    expect(messages('markdown', '[other](other.md)')).toEqual(['The link to other.md leads nowhere.'])
  })

  it('reports an anchor that no heading has', () => {
    expect(messages('markdown', '[page](page.md#gone)')).toEqual(['docs/page.md has no heading #gone.'])
    expect(messages('comment', 'docs/page.md#gone')).toEqual(['docs/page.md has no heading #gone.'])
  })

  it.each([
    `${'specification'}, section 4`,
    `${'design'}, section 6`,
    `${'facts'}/online.md`,
    `${'spec'}/decisions.md`,
    `${'..'}/shared`,
  ])('reports the document %s, which is not in the repository', (cited) => {
    expect(messages('comment', `See ${cited}.`)).toHaveLength(1)
  })

  it('accepts files, folders, ends of paths, placeholders, anchors, addresses and build output', () => {
    const text =
      'docs/page.md#error-recovery, (docs/page.md), packages/one/src, rows/text.ts, main.ts, packages/{one,two}/src, docs/NNNN.md, ' +
      '*.store.ts, https://example.org/docs/a.md, packages/one/dist/main.js'
    expect(messages('comment', text)).toEqual([])
    expect(messages('markdown', '[page](page.md#error-recovery) [web](https://example.org) [here](#page)')).toEqual([])
  })
})

function messages(kind: ProseKind, text: string): string[] {
  const file = kind === 'markdown' ? 'docs/page.md' : 'packages/one/src/main.ts'
  return checkCitations(repository, [{ kind, file, line: 1, text }]).map(({ message }) => message)
}
