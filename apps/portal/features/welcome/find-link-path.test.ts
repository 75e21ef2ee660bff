import { expect, it } from 'vitest'
import { findLinkPath } from './find-link-path.ts'

const origin = 'https://bridge.example'

it.each([
  ['https://bridge.example/setup/abc', '/setup/abc'],
  ['  Please open: https://bridge.example/setup/abc#step\nThanks', '/setup/abc#step'],
  ['<https://bridge.example/invitations/abc>', '/invitations/abc'],
  ['https://bridge.example/sign-in/link?token=a&email=b', '/sign-in/link?token=a&email=b'],
])('opens %j', (text, path) => {
  expect(findLinkPath(text, origin)).toEqual({ kind: 'here', path })
})

it('names the host of another service’s link', () => {
  expect(findLinkPath('https://other.example/setup/abc', origin)).toEqual({ kind: 'elsewhere', host: 'other.example' })
})

it.each([
  '',
  'setup',
  'https://bridge.example/',
  'https://bridge.example/docs',
  'javascript:alert(1)',
  'https://bridge.example/setup/abc/../../docs',
  'https://bridge.example//evil.example/setup/abc',
])('opens nothing for %j', (text) => {
  expect(findLinkPath(text, origin)).toEqual({ kind: 'unknown' })
})
