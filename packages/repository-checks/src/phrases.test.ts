import { describe, expect, it } from 'vitest'
import { checkPhrases } from './phrases.ts'
import type { ProseKind } from './prose.ts'

describe('checkPhrases', () => {
  it.each([
    'The answer is stored.',
    'A setting of its own.',
    'Whoever holds the lease sends.',
    'The write is settled.',
    'The server is told of it.',
    'Only the owner may take back a token.',
    'That did not work',
    'Take an access token first.',
    'Members with the role owner or above.',
    'To empty a field, send it empty.',
  ])('reports “%s”', (text) => {
    expect(messages('comment', text)).not.toEqual([])
  })

  it('names the place and the better word', () => {
    expect(checkPhrases([{ kind: 'text', file: 'a.tsx', line: 7, text: 'Try anew' }])).toEqual([
      { file: 'a.tsx', line: 7, message: 'Instead of “Try anew”: again.' },
    ])
  })

  it('reports docstrings that begin with an interrogative, but no questions and no headings', () => {
    expect(messages('comment', 'What the client has sent.')).toHaveLength(1)
    expect(messages('comment', 'What is this?')).toEqual([])
    expect(messages('markdown', 'What is new')).toEqual([])
  })

  it('ignores code in backticks and targets of links', () => {
    expect(messages('markdown', 'The `answer` of [a page](answer.md).')).toEqual([])
  })

  it('accepts idiomatic prose', () => {
    expect(messages('comment', 'Returns the response, or undefined if the stand-in did not respond.')).toEqual([])
  })
})

function messages(kind: ProseKind, text: string): string[] {
  return checkPhrases([{ kind, file: 'a.ts', line: 1, text }]).map(({ message }) => message)
}
