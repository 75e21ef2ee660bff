import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

it('prints how far a group is every ten seconds and at its end, and at once what did not hold', () => {
  let ms = 5_000
  let printed = ''
  const progress = createProgress('walls', 4, {
    write: (text) => {
      printed += text
    },
    now: () => ms,
  })
  progress.add(undefined)
  ms += 10_400
  progress.add(undefined)
  ms += 5_000
  progress.add({ name: 'an open door', seen: '200\nOK' })
  progress.add(undefined)
  progress.end()
  expect(printed).toBe(
    [
      '… walls: 2 of 4 tried, 2 held, 10 s',
      '✗ walls: an open door',
      '  200',
      '  OK',
      '✗ walls: 4 of 4 tried, 3 held, 15 s',
      '',
    ].join('\n'),
  )
})

it('prints a group that held', () => {
  const lines: string[] = []
  const progress = createProgress('roofs', 1, { write: (text) => void lines.push(text), now: () => 0 })
  progress.add(undefined)
  progress.end()
  expect(lines).toEqual(['✓ roofs: 1 of 1 tried, 1 held, 0 s\n'])
})
