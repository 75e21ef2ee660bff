import { TOTP } from 'otpauth'
import { expectPageQuality } from '../test/page-harness.ts'
import { addMember, changeAsAdmin, findOrganization, openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { completeSignIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Codes are accepted once. The next 30 seconds' code is accepted already. */
function readCode(secret: string, aheadMs = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + aheadMs })
}

/** Turns the second factor on, on the open page. Returns the app's key and the recovery codes. */
async function turnOn(page: Page) {
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on a second factor' })
  await expect(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const secret = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  const field = dialog.getByRole('textbox', { name: 'Code' })
  await field.fill('123')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('Enter the 6 digits.')).toBeVisible()
  await field.fill(readCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  const text = await codes.getByRole('textbox', { name: 'Recovery codes' }).inputValue()
  await codes.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()
  return { secret, recoveryCodes: text.split(' ') }
}

async function submitCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a second factor is turned on, asked for by the next sign-in, replaced by a recovery code, and turned off', async ({
  browser,
}) => {
  test.slow()
  const email = testEmail('second-factor')
  const ada = await openBrowserFor(browser, email)
  await ada.page.goto(`${baseUrl}/account`)
  const { secret, recoveryCodes } = await turnOn(ada.page)
  await ada.context.close()

  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${baseUrl}/sign-in?callbackUrl=/account`)
  await completeSignIn(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
  await expectPageQuality(page)
  // Every page leads back to the question.
  for (const path of ['/', '/account']) {
    await page.goto(baseUrl + path)
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
  }
  await submitCode(page, '000000')
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible()
  await submitCode(page, readCode(secret, 30_000))
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await context.close()

  const other = await browser.newContext()
  const otherPage = await other.newPage()
  await otherPage.goto(`${baseUrl}/sign-in?callbackUrl=/account`)
  await completeSignIn(otherPage, email)
  await submitCode(otherPage, recoveryCodes[0]?.toUpperCase() ?? '')
  await expect(otherPage.getByText('9 recovery codes are left')).toBeVisible()
  await otherPage.goto(`${baseUrl}/account`)
  await otherPage.getByRole('button', { name: 'Turn off' }).click()
  const dialog = otherPage.getByRole('dialog', { name: 'Turn off the second factor?' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[1] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(otherPage.getByText('The second factor is off.')).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Turn on', exact: true })).toBeVisible()
  await other.close()
})

test('an organization that requires a second factor leads its members to turn one on', async ({ browser }) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('requires-factor'))
  const organization = await findOrganization(ada)
  const grace = await addMember(browser, ada, organization, 'member', 'grace-without-factor')
  await ada.page.goto(`${baseUrl}/orgs/${organization.slug}/settings`)
  const choice = ada.page.getByRole('switch', { name: 'Require a second factor' })
  await choice.click()
  await expect(ada.page.getByText('Turn on a second factor of your own first')).toBeVisible()
  await expect(choice).not.toBeChecked()
  await ada.page.goto(`${baseUrl}/account`)
  await turnOn(ada.page)
  await ada.page.goto(`${baseUrl}/orgs/${organization.slug}/settings`)
  await expect(ada.page.getByText('1 member has none.')).toBeVisible()
  await choice.click()
  await expect(async () => {
    const { policy } = await changeAsAdmin(ada, { method: 'GET', path: `/orgs/${organization.id}/second-factor` })
    expect(policy.required).toBe(true)
  }).toPass()

  const { page } = grace
  await page.goto(`${baseUrl}/orgs/${organization.slug}`)
  await expect(page).toHaveURL(`${baseUrl}/account/second-factor?organization=${organization.slug}`)
  await expect(page.getByText('requires a second factor. Turn one on to open it.')).toBeVisible()
  await expectPageQuality(page)
  await turnOn(page)
  await page.getByRole('link', { name: 'Open the organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: organization.name })).toBeVisible()
  for (const { context } of [ada, grace]) await context.close()
})
