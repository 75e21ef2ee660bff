import { describe, expect, it } from 'vitest'
import { headingAnchors, markdownProse } from './markdown-prose.ts'

describe('markdownProse', () => {
  it('leaves out blocks of code and counts their lines', () => {
    const lines = markdownProse('a.md', 'One\n\n```sh\nnot this\n```\nTwo\n')
    expect(lines.map(({ line, text }) => [line, text])).toEqual([
      [1, 'One'],
      [6, 'Two'],
    ])
  })
})

describe('headingAnchors', () => {
  it('returns the anchors that GitHub generates', () => {
    const anchors = headingAnchors('# The `.qwc` file\n## Lines of a Mod\n## Lines of a Mod\n```\n# not this\n```\n')
    expect([...anchors]).toEqual(['the-qwc-file', 'lines-of-a-mod', 'lines-of-a-mod-1'])
  })
})
