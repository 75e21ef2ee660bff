import { expectPageQuality } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Addresses that lead nowhere, and the heading of the page that says so. */
const unknownLinks = [
  ['/setup/nope', 'This link doesn’t work'],
  [`/setup/${'x'.repeat(300)}`, 'This link doesn’t work'],
  ['/invitations/nope', 'This invitation is not open'],
  ['/sign-in/error', 'Sign-in failed'],
  ['/sign-in/error?error=nope', 'Sign-in failed'],
  ['/sign-in/error?error=Verification', 'This link no longer works'],
  ['/sign-in/link?email=nope', 'This link no longer works'],
  ['/sign-in/undo-second-factor?token=nope', 'This link no longer works'],
  ['/sign-in/nope', 'Page not found'],
  ['/docs/guides/nope', 'Page not found'],
  ['/docs/entities/nope', 'Page not found'],
  ['/docs/errors/nope', 'Page not found'],
  ['/docs/nope', 'Page not found'],
  ['/nope', 'Page not found'],
] as const

for (const [path, heading] of unknownLinks) {
  test(`an unknown link is 404 and says so: ${path.slice(0, 60)}`, async ({ page }) => {
    const response = await page.goto(baseUrl + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(response?.status()).toBe(404)
    await expectPageQuality(page)
  })
}

test('an unknown link of a signed-in user is 404 and says so', async ({ page }) => {
  await signIn(page, testEmail('unknown-links'))
  for (const [path, heading] of [
    ['/invitations/nope', 'Invitation not found'],
    ['/orgs/nope', 'Page not found'],
    [`${new URL(page.url()).pathname}/nope`, 'Page not found'],
  ] as const) {
    const response = await page.goto(baseUrl + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect([path, response?.status()]).toEqual([path, 404])
  }
})

test('a failed sign-in is no unknown link', async ({ page }) => {
  const response = await page.goto(`${baseUrl}/sign-in/error?error=EmailSignin`)
  await expect(page.getByRole('heading', { level: 1, name: 'We couldn’t send the email' })).toBeVisible()
  expect(response?.status()).toBe(200)
})
