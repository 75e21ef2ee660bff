import { expect, type Page } from 'playwright/test'
import { waitForHydration } from './hydration.ts'
import { quickstart } from './quickstart.ts'
import { completeSignIn } from './sign-in.ts'

/** Signs in as a new user and opens their organization's company files. */
export async function openCompanyFiles(page: Page, email: string): Promise<void> {
  await page.goto(`${quickstart().baseUrl}/sign-in`)
  await completeSignIn(page, email)
  await page.getByRole('link', { name: 'Company files', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company files' })).toBeVisible()
  await waitForHydration(page)
}

/** Signs in as a new user, creates a company file and stays on its set-up page. */
export async function createCompanyFile(page: Page, email: string, name: string): Promise<void> {
  await openCompanyFiles(page, email)
  await page.getByRole('button', { name: 'Connect a company file' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Continue to the set-up' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
