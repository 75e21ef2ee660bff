import { expect, it } from 'vitest'
import { parseAddresses } from './parse-addresses.ts'

it('finds several email addresses, each once, and words that are not addresses', () => {
  expect(parseAddresses('ada@example.com, ADA@example.com;\n<grace@example.com> someone@nowhere')).toEqual({
    addresses: ['ada@example.com', 'grace@example.com'],
    invalid: ['someone@nowhere'],
  })
})
