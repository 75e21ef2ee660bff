import { waitForHydration } from '../test/hydration.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { changeAsAdmin, findMailLink, openBrowserFor, type Person } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { completeSignIn, signIn, testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { orgId } = quickstart()

/** Invites an address as an owner. Returns the invitation's ID and the link from the email. */
async function invite(owner: Person, email: string) {
  const body = { orgId, email, role: 'admin' }
  const { invitation } = await changeAsAdmin(owner, { method: 'POST', path: '/invitations', body })
  return { id: String(invitation.id), link: await findMailLink(owner.context.request, email, '/invitations/') }
}

test('an invitation link signs the user in and adds them to the organization, once', async ({ page, browser }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const owner = await openBrowserFor(browser, 'owner@example.com')
  const { link } = await invite(owner, testEmail('guest'))
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
  const { members } = await changeAsAdmin(owner, { method: 'GET', path: `/orgs/${orgId}/members` })
  expect(members).toContainEqual(expect.objectContaining({ email: testEmail('guest'), role: 'admin' }))
  await owner.context.close()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation was already accepted' })).toBeVisible()
  await expectPageQuality(page)
})

test('an invitation that is for another address or revoked shows the reason', async ({ page, browser }) => {
  const owner = await openBrowserFor(browser, 'owner@example.com')
  await signIn(page, testEmail('visitor'))
  const { id, link } = await invite(owner, testEmail('invited'))
  await page.goto(link)
  await expect(page.getByText(`It was sent to ${testEmail('invited')}`)).toBeVisible()
  await expectPageQuality(page)

  await changeAsAdmin(owner, { method: 'DELETE', path: `/invitations/${id}` })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible()
  const { link: secondLink } = await invite(owner, testEmail('invited'))
  expect(secondLink).not.toBe(link)
  await page.goto(secondLink)
  await page.getByRole('button', { name: 'Sign in with a different email' }).click()
  await completeSignIn(page, testEmail('invited'))
  await expect(page).toHaveURL(secondLink)
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
  await owner.context.close()
})
