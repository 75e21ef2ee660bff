import { quickstart } from '../test/quickstart.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

test('the changelog shows dated releases, and keeps the chosen readers in the address', async ({ page }) => {
  await page.goto(`${baseUrl}/docs/changelog`)
  const release = page.locator('section[data-readers]').filter({ has: page.getByRole('heading', { name: '0.2.0' }) })
  await expect(release.getByText('26 November 2026')).toBeVisible()
  await expect(release.getByRole('heading', { name: 'For operators' })).toBeVisible()
  await page.getByRole('radio', { name: 'Integrations' }).check()
  await expect(page).toHaveURL(`${baseUrl}/docs/changelog?for=integrations`)
  await expect(release.getByRole('heading', { name: 'For operators' })).toBeHidden()
  await expect(release.getByRole('heading', { name: 'Security' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Integrations' })).toBeChecked()
  await expect(release.getByRole('heading', { name: 'For operators' })).toBeHidden()
})

test('the changelog links to its feed, which is well-formed and names each release', async ({ page }) => {
  await page.goto(`${baseUrl}/docs/changelog`)
  const feed = await page.locator('link[rel=alternate][type="application/atom+xml"]').getAttribute('href')
  const response = await page.request.get(new URL(feed ?? '', baseUrl).href)
  expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  const titles = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      return [...parsed.querySelectorAll('parsererror, entry > title')].map((title) => title.textContent)
    },
    await response.text(),
  )
  expect(titles).toContain('0.2.0: For integrations')
  expect(titles).toContain('0.1.0: For everyone')
  expect(await (await page.request.get(`${baseUrl}/robots.txt`)).text()).not.toContain('Disallow: /docs')
})
