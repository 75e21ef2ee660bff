import { expect, test } from 'playwright/test'
import { openPage } from '../test/hydration.ts'
import { expectPageQuality } from '../test/page-quality.ts'
import { quickstart } from '../test/quickstart.ts'
import { createSampleResources } from '../test/sample-resources.ts'

const { baseUrl } = quickstart()

test('the reference has three columns from 1280 pixels, and its samples stay in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, `${baseUrl}/docs/api/invoice`)
  const operations = page.getByRole('navigation', { name: 'Operations' })
  await expect(operations).toBeVisible()
  const article = page.getByRole('article', { name: 'Write Invoice' })
  const sample = article.getByRole('region', { name: 'Sample of writeInvoice' })
  await expect(article.getByRole('link', { name: 'UNMAPPED_FIELD' })).toHaveAttribute('href', /\/docs\/errors/)
  await article.getByRole('list', { name: 'Errors of writeInvoice' }).scrollIntoViewIfNeeded()
  await expect(sample).toBeInViewport()
  await expect(operations).toBeInViewport()
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(operations).toBeHidden()
})

test('samples contain the values of a reader who is signed in, and open in the Explorer', async ({ page }) => {
  await openPage(page, `${baseUrl}/docs/api/query`)
  const sample = page.getByRole('region', { name: 'Sample of getQuery' })
  await expect(sample).toContainText(`${baseUrl}/v3/company/$REALM_ID/query`)
  await expect(sample.getByText('Open in the Explorer')).toHaveCount(0)
  await createSampleResources(page)
  await openPage(page, `${baseUrl}/docs/api/query`)
  await expect(sample).toContainText(/\/v3\/company\/\d{16}\/query/)
  await expect(sample.getByRole('link', { name: 'Open in the Explorer' })).toHaveAttribute(
    'href',
    /^\/orgs\/[\w-]+\/explorer#/,
  )
})

for (const [scheme, width] of [
  ['light', 360],
  ['dark', 768],
  ['light', 1440],
] as const)
  test(`the reference is accessible and fits the window, ${scheme}, ${width} pixels wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/docs/api', '/docs/api/invoice', '/docs/api/clients', '/docs/api/oauth2']) {
      await openPage(page, baseUrl + path)
      await expectPageQuality(page)
    }
  })
