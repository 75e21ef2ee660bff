import { expect, type Page } from 'playwright/test'
import { waitForHydration } from './hydration.ts'
import { quickstart } from './quickstart.ts'

const run = `${Date.now().toString(36)}${process.pid.toString(36)}`

/** Returns a new email address in each test process and run, which may share one service. */
export function testEmail(name: string): string {
  return `${name}-${run}@example.com`
}

/** Signs in with a link from the development mailbox and waits for the organization page. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${quickstart().baseUrl}/sign-in`)
  await completeSignIn(page, email)
  await page.waitForURL('**/orgs/**')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitForHydration(page)
}

/** Submits the open sign-in form, opens the link from the development mailbox, and presses its button. */
export async function completeSignIn(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in', exact: true })).toBeVisible()
  await waitForHydration(page)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('link', { name: 'development mailbox' }).click()
  await page
    .getByRole('link', { name: `Open link for ${email}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
