import { expect, it } from 'vitest'
import { readCommands } from './guide.ts'

it('reads the blocks for a shell below each heading', () => {
  const markdown = [
    '# Install',
    '## Unpack',
    '```sh',
    'mkdir folder',
    'cd folder',
    '```',
    'Then:',
    '```sh',
    'ls',
    '```',
    '```text',
    'export version=1',
    '```',
    '## Start',
    '```sh',
    'start',
    '```',
  ].join('\n')
  expect([...readCommands(markdown)]).toEqual([
    ['Unpack', ['mkdir folder\ncd folder', 'ls']],
    ['Start', ['start']],
  ])
})
