import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Locator, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Returns the width of an element's own outline, and of the mark before its content, in pixels. */
function measureFocus(element: Locator): Promise<{ frame: number; mark: number }> {
  return element.evaluate((shown) => {
    const measure = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    return { frame: measure(getComputedStyle(shown)), mark: measure(getComputedStyle(shown, '::before')) }
  })
}

test('a page opened from the menu, and the drawer, are marked and not framed', async ({ page }) => {
  await signIn(page, testEmail('focus-marks'))
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /^Search, or paste/ }).fill('API keys')
  await expect(page.locator('[data-action]').first()).toContainText('API keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
  const main = page.locator('#content')
  await expect(main).toBeFocused()
  expect(await measureFocus(main)).toEqual({ frame: 0, mark: 1 })

  await page.keyboard.press('~')
  const drawer = page.getByRole('region', { name: 'Latest requests' })
  await expect(drawer).toBeFocused()
  expect(await measureFocus(drawer)).toEqual({ frame: 0, mark: 1 })
})

test('JSON is folded with the keyboard', async ({ page }) => {
  await page.goto(baseUrl)
  const json = page.getByRole('region', { name: 'A call in the sandbox' }).getByRole('region', { name: /JSON/ })
  await expect(json).toContainText('"Invoice"')
  await json.focus()
  await page.keyboard.press('Tab')
  const first = json.getByRole('button', { name: 'Fold {', exact: true }).first()
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const second = json.locator('button:focus')
  const name = String(await second.getAttribute('aria-label'))
  await page.keyboard.press('ArrowLeft')
  await expect(json.getByRole('button', { name: name.replace('Fold', 'Unfold'), exact: true })).toBeFocused()
  await expect(json).not.toContainText('"Invoice"')
  await page.keyboard.press('ArrowRight')
  await expect(json).toContainText('"Invoice"')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(json.getByRole('button')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(json.locator('button:focus')).toHaveCount(0)
})
