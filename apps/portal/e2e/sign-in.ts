import { expect, type Page } from 'playwright/test'
import { quickstart } from './quickstart.ts'

/** Signs in as a person without a mail server does: form, mailbox, link. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${quickstart().baseUrl}/sign-in`)
  await answerSignIn(page, email)
  await expect(page.getByRole('link', { name: 'Make a first call' })).toBeVisible()
}

/** Gives the address to the sign-in page that is open, and opens the link that comes. */
export async function answerSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await page.getByRole('link', { name: 'development mailbox' }).click()
  await page
    .getByRole('link', { name: `Open the link for ${email}` })
    .first()
    .click()
}
