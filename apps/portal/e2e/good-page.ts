import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Nothing that axe objects to, nothing wider than the window, nothing that the policy or the browser complained of. */
export async function expectGoodPage(page: Page): Promise<void> {
  // An animation that is cancelled, as by an element that goes away, has ended too.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }))).toEqual([])
  const root = page.locator('html')
  expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
}
