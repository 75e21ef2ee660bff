import { expect, type Page, test } from 'playwright/test'
import { expectGoodPage } from './good-page.ts'
import { quickstart } from './quickstart.ts'
import { answerSignIn, signIn } from './sign-in.ts'

const { apiKey, baseUrl, orgId } = quickstart()

async function admin(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(`${baseUrl}/admin/v1${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${method} ${path}`).toBe(true)
  return answer
}

/** Invites by the API; gives the link that the mail holds, and the invitation's id. */
async function invite(page: Page, email: string) {
  const { invitation } = await (await admin('POST', '/invitations', { orgId, email, role: 'admin' })).json()
  await page.goto(`${baseUrl}/dev/mailbox`)
  const link = await page
    .getByRole('link', { name: `Open the link for ${email}` })
    .first()
    .getAttribute('href')
  return { id: String(invitation.id), link: String(link) }
}

test('the link of an invitation leads through sign-in into the organization, once', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const { link } = await invite(page, 'guest@example.com')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'You are invited' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in to join' }).click()
  await answerSignIn(page, 'guest@example.com')

  await expect(page).toHaveURL(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Join My organization' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My organization' })).toBeVisible()
  const { members } = await (await admin('GET', `/orgs/${orgId}/members`)).json()
  expect(members).toContainEqual(expect.objectContaining({ email: 'guest@example.com', role: 'admin' }))

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation was accepted before' })).toBeVisible()
  await expectGoodPage(page)
})

test('an invitation for somebody else, or one that was taken back, says so', async ({ page }) => {
  await signIn(page, 'visitor@example.com')
  const { id, link } = await invite(page, 'invited@example.com')
  await page.goto(link)
  await expect(page.getByText('It was sent to invited@example.com')).toBeVisible()
  await expectGoodPage(page)

  await admin('DELETE', `/invitations/${id}`)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation was taken back' })).toBeVisible()
  const { link: again } = await invite(page, 'invited@example.com')
  await page.goto(again)
  await page.getByRole('button', { name: 'Sign in with the other address' }).click()
  await answerSignIn(page, 'invited@example.com')
  await expect(page).toHaveURL(again)
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
})
