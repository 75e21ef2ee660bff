import { expect, it } from 'vitest'
import { describeSignIn } from './describe-sign-in.ts'

it('prints the link of the owner on a loopback address', () => {
  const facts = { baseUrl: 'http://localhost:3000', signInUrl: 'http://localhost:3000/sign-in/link?token=secret' }
  expect(describeSignIn(facts)).toContain(facts.signInUrl)
})

it('prints no link on a public address, where the output may be a log', () => {
  const facts = { baseUrl: 'https://bridge.example', signInUrl: 'https://bridge.example/sign-in/link?token=secret' }
  expect(describeSignIn(facts)).toMatch(/^https:\/\/bridge\.example\/sign-in\n/)
  expect(describeSignIn(facts)).not.toContain('secret')
})
