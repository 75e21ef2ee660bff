import { expect, it } from 'vitest'
import { acceptedSecretsSchema } from './secrets.ts'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]

it('parses secrets that are separated by commas', () => {
  expect(acceptedSecretsSchema.parse(`${first},${second}`)).toEqual([first, second])
})

it.each([`${first},short`, `${first},`])('rejects %s', (text) => {
  expect(acceptedSecretsSchema.safeParse(text).success).toBe(false)
})
