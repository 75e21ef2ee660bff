import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unprovedCurrencyChoices } from './unproved-currency-choices.ts'

it('lists every unproved choice in the documentation, with what the emulator does', () => {
  const page = readFileSync(new URL('../../../../docs/windows.md', import.meta.url), 'utf8')
  for (const { question, choice } of unprovedCurrencyChoices) expect(page).toContain(`| ${question} | ${choice} |`)
  expect(unprovedCurrencyChoices.length).toBeGreaterThan(20)
})
