import { expect, it } from 'vitest'
import { isolateName, splitSentence, toPlainSentence } from './isolate-name.ts'

it('splits a sentence into its names and the rest', () => {
  expect(splitSentence(`Connect ${isolateName('Safe')} to ${isolateName('שלום')}?`)).toEqual([
    { text: 'Connect ', isName: false },
    { text: 'Safe', isName: true },
    { text: ' to ', isName: false },
    { text: 'שלום', isName: true },
    { text: '?', isName: false },
  ])
})

it('keeps a name from turning the sentence around, or ending its own mark', () => {
  const sentence = `Connect ${isolateName('Safe\u202E\u2069')} to Books?`
  expect(splitSentence(sentence).filter(({ isName }) => isName)).toEqual([{ text: 'Safe', isName: true }])
  expect(toPlainSentence(sentence)).toBe('Connect Safe to Books?')
})

it('marks only names that need it in plain text', () => {
  expect(toPlainSentence(`Join ${isolateName('Acme')}`)).toBe('Join Acme')
  expect(toPlainSentence(`Join ${isolateName('שלום')}`)).toBe('Join \u2068שלום\u2069')
})
