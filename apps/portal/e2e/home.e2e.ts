import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { countClicks } from '../test/count-clicks.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const run = promisify(execFile)

test('a newcomer gets to a first 200 with two clicks and a paste, and the page notices it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, testEmail('newcomer-home'))
  const clicks = await countClicks(context)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('1 of 5 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make your first call' })).toBeVisible()
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  await dialog.getByRole('button', { name: 'Copy curl example' }).click()
  const pasted = await page.evaluate(() => navigator.clipboard.readText())
  const { stdout } = await run('bash', ['-c', pasted])
  expect(JSON.parse(stdout)).toMatchObject({ QueryResponse: { Customer: [{}, {}, {}] } })
  expect(clicks()).toBe(2)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(/^Your first call: 200 in /)).toBeVisible()
  await expect(steps.getByText('3 of 5 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make your first call' })).toBeHidden()
  await page.getByRole('link', { name: 'View request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The query returned customer records.' })).toBeVisible()
})
