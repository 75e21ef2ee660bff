import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'playwright/test'
import { signIn, testEmail } from '../test/sign-in.ts'

const run = promisify(execFile)

test('a newcomer gets to a first 200 with two clicks and a paste, and the page notices it', async ({ page }) => {
  await signIn(page, testEmail('newcomer-home'))
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('1 of 5 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make your first call' })).toBeVisible()
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  const curl = await dialog.getByLabel('curl example', { exact: true }).textContent()
  const { stdout } = await run('bash', ['-c', curl ?? ''])
  expect(JSON.parse(stdout)).toMatchObject({ QueryResponse: { Customer: [{}, {}, {}] } })
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(/^Your first call: 200 in /)).toBeVisible()
  await expect(steps.getByText('3 of 5 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make your first call' })).toBeHidden()
  await page.getByRole('link', { name: 'See both sides of it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The query returned customer records.' })).toBeVisible()
})
