import { expect, it } from 'vitest'
import { mergeRequests } from './merge-requests.ts'

function row(id: string, at: string) {
  return { id, at }
}

it('adds new requests in the order of their times, each once', () => {
  const known = [row('c', '3'), row('a', '1')]
  expect(mergeRequests(known, [row('d', '4'), row('c', '3'), row('b', '2')]).map(({ id }) => id)).toEqual([
    'd',
    'c',
    'b',
    'a',
  ])
  expect(mergeRequests(known, [row('a', '1')])).toBe(known)
})
