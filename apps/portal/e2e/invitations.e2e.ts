import { expect, type Page, test } from 'playwright/test'
import { openPage, waitForHydration } from '../test/hydration.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { completeSignIn, signIn, testEmail } from '../test/sign-in.ts'

const { apiKey, baseUrl, orgId } = quickstart()

async function callAdminApi(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${baseUrl}/admin/v1${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.ok, `${method} ${path}`).toBe(true)
  return response
}

/** Creates an invitation with the API. Returns its ID and the link from the email. */
async function invite(page: Page, email: string) {
  const { invitation } = await (await callAdminApi('POST', '/invitations', { orgId, email, role: 'admin' })).json()
  await page.goto(`${baseUrl}/dev/mailbox`)
  const link = await page
    .getByRole('link', { name: `Open link for ${email}` })
    .first()
    .getAttribute('href')
  return { id: String(invitation.id), link: String(link) }
}

test('an invitation link signs the user in and adds them to the organization, once', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const { link } = await invite(page, testEmail('guest'))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Join My organization' })).toBeVisible()
  await expect(page.getByText('invited you to join My organization as an admin.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in to join' }).click()
  await completeSignIn(page, testEmail('guest'))

  await expect(page).toHaveURL(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Join My organization' })).toBeVisible()
  await expectPageQuality(page)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Join' }).click()
  // The invitation's own heading contains the name, too.
  await expect(page.getByRole('heading', { level: 1, name: 'My organization', exact: true })).toBeVisible()
  const { members } = await (await callAdminApi('GET', `/orgs/${orgId}/members`)).json()
  expect(members).toContainEqual(expect.objectContaining({ email: testEmail('guest'), role: 'admin' }))

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation was already accepted' })).toBeVisible()
  await expectPageQuality(page)
})

test('an invitation that is for another address or revoked shows the reason', async ({ page }) => {
  await signIn(page, testEmail('visitor'))
  const { id, link } = await invite(page, testEmail('invited'))
  await page.goto(link)
  await expect(page.getByText(`It was sent to ${testEmail('invited')}`)).toBeVisible()
  await expectPageQuality(page)

  await callAdminApi('DELETE', `/invitations/${id}`)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible()
  const { link: secondLink } = await invite(page, testEmail('invited'))
  expect(secondLink).not.toBe(link)
  await openPage(page, secondLink)
  await page.getByRole('button', { name: 'Sign in with a different email' }).click()
  await completeSignIn(page, testEmail('invited'))
  await expect(page).toHaveURL(secondLink)
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
})
